"""A cell that was run in parts is, to the byte, the cell that was run whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest

from cell_runs import cell_config, frozen_study, records
from earned.agents import __main__ as stage
from earned.agents.opening import Opened, running_of_control
from earned.agents.shards import SHARD, part_of
from earned.agents.store import CompletionStore, outcomes, read_blocks
from earned.config.plan import Plan
from earned.errors import UserError
from earned.records.completion import Completion, EngineIdentity, Request
from killed_cell import reply
from mini import agent_arguments, working_directory
from support import ROOT
from toy_agents import BatchEngine, digest, said

WINDOW = 740
UNITS = 7


class PureEngine(BatchEngine):
    """Its texts are a function of the prompt; it fails at some, and counts words as tokens."""

    def __init__(self, version: str = "1") -> None:
        super().__init__(reply)
        self.identity = EngineIdentity(engine="scripted", engine_version=version, model="toy",
                                       settings={})  # fmt: skip

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        self.batches.append([request.prompt for request in requests])
        return [self._one(request.prompt) for request in requests]

    def _one(self, prompt: str) -> Completion:
        salt = digest(prompt)
        if salt.startswith("0"):
            return said("", reason="error", error="HTTP status 500 after 3 attempts")
        return said(reply(prompt, salt))


class Runs:
    """A cell in a results folder of its own, run whole or in parts on a toy engine."""

    def __init__(self, frozen: Path, folder: Path, patch: pytest.MonkeyPatch) -> None:
        config = cell_config(UNITS, agent={"window": WINDOW, "max_tokens": 16})
        plan, self.root = Plan(config), folder
        for part in ("population", "artifacts"):
            link = folder / "acquabench" / part
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(frozen / "acquabench" / part)
        self.argv = agent_arguments(plan, folder, plan.cells("acquabench")[0])
        self.out = Path(self.argv[self.argv.index("--out") + 1])
        self._patch = patch

    def whole(self, *more: str, engine: BatchEngine | None = None) -> int:
        self._patch.setattr(stage, "open_control", lambda *_: Opened(
            engine or PureEngine(), running_of_control(WINDOW), None))  # fmt: skip
        with working_directory(ROOT):
            return stage.main([*self.argv, *more])

    def part(self, name: str, engine: BatchEngine | None = None) -> Path:
        folder = self.root / "shards" / "acquabench" / "reader" / "D0" / "retrieval" / name
        argv, self.argv = self.argv, [*self.argv]
        self.argv[self.argv.index("--out") + 1] = str(folder)
        known = str(self.out / "completions.jsonl")
        assert self.whole("--part", name, "--known", known, engine=engine) == 0
        self.argv = argv
        return folder / SHARD

    def merged(self, shards: Sequence[Path]) -> int:
        return self.whole("--shards", *map(str, shards), engine=Untouched())

    def contents(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.out.iterdir())}


class Untouched(PureEngine):
    """An engine that nobody is to ask."""

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        raise AssertionError(f"a cell of parts asks no engine, and {len(requests)} were asked")


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen_study(tmp_path_factory)


@pytest.fixture
def runs(frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Runs]:
    return lambda name: Runs(frozen, tmp_path / name, monkeypatch)


@pytest.mark.parametrize("count", [2, 3, UNITS, UNITS + 2])
def test_parts_put_together_are_the_whole_cell_to_the_byte(
    runs: Callable[[str], Runs], count: int
) -> None:
    whole, split = runs("whole"), runs("split")
    assert whole.whole() == 0
    outcomes = Counter(record.outcome for record in records(whole.out))
    assert {"ok", "context_overflow", "engine_error"} <= set(outcomes)
    shards = [split.part(f"{k}of{count}") for k in range(1, count + 1)]
    assert split.merged(shards) == 0
    assert split.contents() == whole.contents()
    assert {name.name for name in split.out.iterdir()} == set(whole.contents())


def test_each_unit_is_in_one_part(runs: Callable[[str], Runs]) -> None:
    split = runs("split")
    shards = [split.part(f"{k}of3") for k in (1, 2, 3)]
    stores = [read_blocks((s.parent / "completions.jsonl").read_bytes(), "") for s in shards]
    found = [set().union(*outcomes(blocks)) for blocks in stores]
    assert all(found)
    assert not any(one & other for one, other in combinations(found, 2))


def test_a_part_does_not_ask_for_what_the_cell_was_answered(runs: Callable[[str], Runs]) -> None:
    split = runs("split")
    shards = [split.part("1of2"), split.part("2of2")]
    assert split.merged(shards) == 0
    before = split.contents()
    for shard in shards:
        (shard.parent / "completions.jsonl").unlink()
        shard.unlink()
    engine = PureEngine()
    again = [split.part("1of2", engine), split.part("2of2", engine)]
    asked = {prompt for batch in engine.batches for prompt in batch}
    assert all(digest(prompt).startswith("0") for prompt in asked)  # failures are asked anew
    assert split.merged(again) == 0
    assert split.contents()["trajectories.jsonl"] == before["trajectories.jsonl"]


def test_another_number_of_parts_asks_for_no_answer_again(runs: Callable[[str], Runs]) -> None:
    split, engine = runs("split"), PureEngine()
    for name in ("1of2", "2of2"):
        split.part(name)
    shards = [split.part(f"{k}of3", engine) for k in (1, 2, 3)]
    asked = {prompt for batch in engine.batches for prompt in batch}
    assert all(digest(prompt).startswith("0") for prompt in asked)  # failures are asked anew
    assert split.merged(shards) == 0


class MoodyEngine(PureEngine):
    """An engine that never says the same twice: its texts depend on the run, too."""

    def __init__(self, mood: str) -> None:
        super().__init__()
        self._mood = mood

    def _one(self, prompt: str) -> Completion:
        return said(reply(prompt, digest(self._mood + prompt)))


def test_a_cell_begun_whole_and_split_in_turns_goes_on_from_the_answers_of_the_cell(
    runs: Callable[[str], Runs],
) -> None:
    """The parts hold other answers to the same prompts; theirs lead to prompts never asked."""
    split, whole = runs("split"), runs("whole")
    for name in ("1of2", "2of2"):
        split.part(name, MoodyEngine("first"))
    assert whole.whole(engine=MoodyEngine("second")) == 0
    killed = b"".join((whole.out / "completions.jsonl").read_bytes().splitlines(True)[:2])
    split.out.mkdir(parents=True)
    (split.out / "completions.jsonl").write_bytes(killed)
    shards = [split.part(name, MoodyEngine("third")) for name in ("1of2", "2of2")]
    assert split.merged(shards) == 0
    assert split.contents()["completions.jsonl"].startswith(killed)
    assert len(records(split.out)) == len(records(whole.out))


def test_units_that_share_a_question_are_in_the_same_part() -> None:
    units = [(SimpleNamespace(question=text), n) for n, text in enumerate("abacbad")]
    whole = stage.Cell(units=units, conditions=())  # type: ignore[arg-type]
    dealt = [[n for _, n in part_of(whole, f"{k}of3").units] for k in (1, 2, 3)]
    assert dealt == [[0, 2, 5, 6], [1, 4], [3]]


@pytest.mark.parametrize("fault", ["part missing", "store changed", "another engine"])
def test_parts_that_do_not_fit_stop_the_cell_and_write_nothing(
    runs: Callable[[str], Runs], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    split = runs("split")
    other = PureEngine("2") if fault == "another engine" else None
    shards = [split.part("1of2"), split.part("2of2", other)]
    if fault == "store changed":
        store = shards[0].parent / "completions.jsonl"
        store.write_bytes(store.read_bytes().splitlines(keepends=True)[0])
    elif fault == "part missing":
        del shards[0]
    assert split.merged(shards) == 2
    said_so = capsys.readouterr().err
    assert {
        "part missing": "no part of the cell holds an answer to",
        "store changed": "is not the store that its part of the cell left",
        "another engine": "the parts of the cell ran on different engines",
    }[fault] in said_so
    assert said_so.count("\n") == 1
    assert not (split.out / "trajectories.jsonl").exists()


@pytest.mark.parametrize("name", ["0of2", "3of2", "1of0", "of2", "1of", "01of2", "1of2x", "a"])
def test_what_is_no_part_is_refused(runs: Callable[[str], Runs], name: str) -> None:
    with pytest.raises(UserError, match="is no part of a cell"):
        part_of(stage.Cell(units=(), conditions=()), name)


def test_a_later_answer_takes_the_place_of_a_failure(tmp_path: Path) -> None:
    path, good, bad = tmp_path / "s", said("x"), said("", reason="error", error="HTTP status 500")
    for entries in ([("k", bad), ("l", bad)], [("k", good)]):
        with CompletionStore(path, PureEngine().identity) as store:
            store.commit(entries)
    blocks = read_blocks(path.read_bytes(), "")
    answered, failed = outcomes(blocks)
    assert {**failed, **answered} == {"k": good, "l": bad}
    assert answered == {"k": good}
