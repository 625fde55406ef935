"""The part of the proof `tamper` about forgeries that no log shows by itself: a checkpoint of the public log does."""

from collections.abc import Iterator

from domain.verification.verify import verify
from prove.forgeries.forging import LOGS, true_log
from prove.forgeries.unknowable import UNKNOWABLE
from prove.harness.kept_checkpoint import Player
from prove.harness.random_games import export_lines
from prove.report import Row, Run


def check_unknowable(run: Run, logs: slice) -> Iterator[Row]:
    """Forge logs in ways that the rules allow, and look for each forgery with the public log."""
    jobs = [(kind, log) for kind in UNKNOWABLE for log in [*LOGS][logs]]
    made = [*run.map_jobs("unknowable forgeries", find_unseen, jobs)]
    for kind in UNKNOWABLE:
        found = [result for (name, _), result in zip(jobs, made, strict=True) if name == kind]
        yield Row(
            f"found with a checkpoint: {kind[0].lower()}{kind[1:]}",
            sum(count for count, _ in found),
            [at for _, unseen in found for at in unseen],
            "no log shows it by itself; found by the entries of the game, and if they were rewritten too, by the checkpoint",
        )


def find_unseen(job: tuple[str, str]) -> tuple[int, list[str]]:
    """Return the number of forged logs, and what is not found with the public log, or is found without it."""
    kind, log = job
    game, events = true_log(log)
    player, count, unseen = Player.of(export_lines(game, events)), 0, list[str]()
    for lines in UNKNOWABLE[kind](log):
        count += 1
        if not verify(lines).ok:
            unseen.append(f"{log}, forgery {count}: the log shows it by itself")
        if not player.finds_by_answer(lines):
            unseen.append(f"{log}, forgery {count}: the entries of the game do not show it")
        if not player.finds_by_checkpoint(lines):
            unseen.append(
                f"{log}, forgery {count}: the kept checkpoint does not show that the public log was rewritten"
            )
    return count, unseen
