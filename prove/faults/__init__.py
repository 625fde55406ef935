"""Faults that are planted in copies of this project, in a module for each proof. A proof has to fail for each of them.

`python -m prove --faults` copies the tree, changes one place, and runs a short slice of the proof in the copy. The run
has to fail. A fault whose place reads differently now, so that it cannot be planted, counts as a failure too.
"""
