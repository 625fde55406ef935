"""Patroni, with a promotion that is named in etcd before PostgreSQL becomes a primary.

A copy of this file is run by the Python of Patroni's environment, so it imports nothing of dobon.

Patroni 4 keeps in the key `/sync` who led last and which standbys confirm. The node that led last may lead again
without the vote of another one, because it has every answered commit. Patroni names a new leader there only a second or
two after its promotion (`Ha.process_sync_replication`). Until then the new leader answers commits that a standby
confirms, and the former one counts as the last: if it comes back alone, it promotes itself without those commits.
"""

import patroni.postgresql  # noqa: F401 - first, because `patroni.ha` and it import each other
from patroni.__main__ import main
from patroni.ha import Ha

_prepare = Ha.process_sync_replication_prepromote


def _prepare_and_claim(self: Ha) -> bool:
    """Set up synchronous replication for a promotion, and name this node as the last leader. Tell whether both worked.

    The node has the votes to lead, so it has every answered commit. All others become voters, and the number of votes
    stays, as in the first step of `patroni.quorum.QuorumStateResolver` after a promotion. Patroni repeats the attempt
    if this returns False, which it does if another node has changed the key.
    """
    if not _prepare(self):
        return False
    sync, name = self.cluster.sync, self.state_handler.name
    if not self.quorum_commit_mode_is_active() or sync.leader == name:
        return True
    voters = {*sync.members} - {name}
    return bool(self.dcs.write_sync_state(name, voters, sync.quorum, version=sync.version))


Ha.process_sync_replication_prepromote = _prepare_and_claim

if __name__ == "__main__":
    main()
