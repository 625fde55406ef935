"""All that the processes of a server import. One process does so, and the others are forked from it."""

import api.server.analyser
import api.server.notifier
import api.server.worker

# A garbage collection would write to the objects of this process, and so copy the memory that the others share.
api.server.worker.spare_collector()
