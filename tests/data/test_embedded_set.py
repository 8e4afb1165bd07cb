"""The embedded question set: what its readers and the audits rely on, for every item."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from rank_bm25 import BM25Plus

from earned.data.embedded import __main__ as command
from earned.data.embedded.entity import Paragraph
from earned.data.embedded.generate import generate
from earned.data.embedded.names import NUMBER_WORDS
from earned.data.embedded.text import holds, normalize
from support import ROOT

FOLDER = ROOT / "resources" / "embedded"
ITEMS: list[dict[str, Any]] = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
SCORED = [item for item in ITEMS if item["answer"] not in ("yes", "no")]
BRIDGES = [item for item in ITEMS if item["type"] == "bridge"]
SMALL_WORDS = {"of", "and", "in", "for", "to", "the", "a", "an"}
MIN_CLASS = 7
each_item = pytest.mark.parametrize("item", ITEMS, ids=lambda item: item["_id"])
each_bridge = pytest.mark.parametrize("item", BRIDGES, ids=lambda item: item["_id"])
each_scored = pytest.mark.parametrize("item", SCORED, ids=lambda item: item["_id"])


def paragraphs(item: dict[str, Any]) -> dict[str, Paragraph]:
    return {title: Paragraph(title, tuple(text), ()) for title, text in item["context"]}


def supporting(item: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(title for title, _ in item["supporting_facts"]))


def answer_type(answer: str) -> str:
    words = answer.replace(",", "").split()
    if all(word.isdigit() or word in NUMBER_WORDS for word in words):
        return "numeric"
    content = [word for word in words if word.lower() not in SMALL_WORDS]
    return "named" if all(word[0].isupper() for word in content) else "text"


def f1(left: str, right: str) -> float:
    a, b = normalize(left).split(), normalize(right).split()
    return 2 * sum((Counter(a) & Counter(b)).values()) / (len(a) + len(b))


def test_the_committed_files_are_what_the_seeds_give() -> None:
    for name, content in generate().items():
        assert (FOLDER / name).read_bytes() == content


def test_the_check_command_names_an_edited_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--write", "--folder", str(tmp_path)]) == 0
    assert command.main(["--check", "--folder", str(tmp_path)]) == 0
    with (tmp_path / "questions.json").open("a", encoding="utf-8") as file:
        file.write(" ")
    assert command.main(["--check", "--folder", str(tmp_path)]) == 2
    assert "questions.json" in capsys.readouterr().err


def test_the_file_holds_one_item_a_line() -> None:
    lines = (FOLDER / "questions.json").read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("[", "]")
    assert [json.loads(line.rstrip(",")) for line in lines[1:-1]] == ITEMS


def test_the_set_has_the_announced_mixture() -> None:
    assert Counter(item["type"] for item in ITEMS) == {"bridge": 66, "comparison": 18}
    assert sorted(item["answer"] for item in ITEMS if item not in SCORED) == [
        "no", "no", "yes", "yes",
    ]  # fmt: skip
    assert all(item["type"] == "comparison" for item in ITEMS if item not in SCORED)


def test_questions_are_asked_in_many_forms() -> None:
    openings = {" ".join(item["question"].split()[:2]) for item in ITEMS}
    assert len(openings) >= 20
    assert len({item["question"] for item in ITEMS}) == len(ITEMS)
    assert all(re.fullmatch(r"[A-Z][^?{}]+\?", item["question"]) for item in ITEMS)


def test_ids_are_unique_and_hang_on_no_position() -> None:
    ids = [item["_id"] for item in ITEMS]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{24}", qid) for qid in ids)
    assert ids == sorted(ids)


@each_item
def test_an_item_has_hotpotqa_shape(item: dict[str, Any]) -> None:
    assert set(item) == {
        "_id", "answer", "question", "supporting_facts", "context", "type", "level",
    }  # fmt: skip
    titles = [title for title, _ in item["context"]]
    assert len(set(titles)) == len(titles) == 10
    assert len(supporting(item)) == 2
    sentences = dict(item["context"])
    assert all(0 <= index < len(sentences[title]) for title, index in item["supporting_facts"])


@each_item
def test_paragraphs_are_short_prose(item: dict[str, Any]) -> None:
    for _, sentences in item["context"]:
        text = "".join(sentences)
        assert 2 <= len(sentences) <= 3
        assert 25 <= len(text.split()) <= 55
        assert all(s.startswith(" ") is (i > 0) for i, s in enumerate(sentences))
        assert all(s.endswith(".") for s in sentences)
        assert not re.search(r"[{}]|\bnan\b|\bNone\b|  ", text)


@each_scored
def test_the_answer_stands_in_one_supporting_paragraph_alone(item: dict[str, Any]) -> None:
    holding = [title for title, p in paragraphs(item).items() if holds(p, item["answer"])]
    assert len(holding) == 1
    expected = supporting(item)[1:] if item["type"] == "bridge" else supporting(item)
    assert holding[0] in expected


@each_bridge
def test_a_bridge_needs_both_paragraphs(item: dict[str, Any]) -> None:
    first, second = supporting(item)
    told = paragraphs(item)
    assert normalize(first) in normalize(item["question"])
    assert not holds(told[second], first), "the second paragraph alone would answer"
    assert normalize(item["answer"]) not in normalize(item["question"])


@each_bridge
def test_only_supporting_paragraphs_join_the_hops(item: dict[str, Any]) -> None:
    first, second = supporting(item)
    both = [t for t, p in paragraphs(item).items() if holds(p, first) and holds(p, second)]
    assert set(both) <= {first}


@each_scored
def test_the_supporting_sentences_hold_the_answer(item: dict[str, Any]) -> None:
    sentences = dict(item["context"])
    told = " ".join(f"{t} {sentences[t][i]}" for t, i in item["supporting_facts"])
    assert normalize(item["answer"]) in normalize(told)


def test_answers_are_distinct_once_normalized() -> None:
    answers = [normalize(item["answer"]) for item in SCORED]
    assert len(set(answers)) == len(answers)


def test_each_answer_has_six_decoys_of_its_type_and_length() -> None:
    groups: dict[tuple[str, int], list[str]] = defaultdict(list)
    for item in SCORED:
        answer = item["answer"]
        groups[answer_type(answer), len(normalize(answer).split())].append(answer)
    for answers in groups.values():
        assert len(answers) >= MIN_CLASS, answers
        for answer in answers:
            fit = [other for other in answers if _may_replace(other, answer)]
            assert len(fit) >= MIN_CLASS - 1, (answer, fit)
    assert set(groups) == {
        ("numeric", 1), ("text", 3), *(("named", length) for length in range(1, 6)),
    }  # fmt: skip


def _may_replace(other: str, answer: str) -> bool:
    a, b = normalize(answer), normalize(other)
    return a not in b and b not in a and f1(answer, other) < 0.5


def test_searching_for_the_question_finds_a_supporting_paragraph() -> None:
    found = Counter(_supporting_in_top_five(item) for item in ITEMS)
    assert found[0] == 0, found
    assert found[2] >= len(ITEMS) // 8, "some questions should need no second search"
    assert found[1] >= len(ITEMS) // 8, "some questions should need one"


def _supporting_in_top_five(item: dict[str, Any]) -> int:
    texts = [f"{title} {''.join(s)}" for title, s in item["context"]]
    ranking = BM25Plus([tokens(text) for text in texts]).get_scores(tokens(item["question"]))
    best = sorted(range(len(texts)), key=lambda i: (-ranking[i], i))[:5]
    return sum(item["context"][i][0] in supporting(item) for i in best)


def tokens(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", text.lower())
