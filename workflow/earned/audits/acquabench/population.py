"""AcquaBench's request sets: a seeded draw over the answers that are not yes or no."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from earned.audits.acquabench.config import SampleConfig
from earned.audits.acquabench.params import PopulationParams
from earned.config.base import validate_config
from earned.errors import UserError
from earned.population.normal_form import normalize_answer
from earned.records.evidence import Item
from earned.records.population import Member


def draw(items: Sequence[Item], samples: Mapping[str, SampleConfig]) -> list[Member]:
    """Draw each regime's request set (AcquaBench, Benchmark Population and Frozen Evidence).

    Args:
        items: all items, in the file's order.
        samples: regime to its seed, size and offset.

    Returns:
        Every drawn item once, in the order of its qid.

    Raises:
        UserError: nothing is left to draw for a regime.
    """
    open_items = [item for item in items if normalize_answer(item.answer) not in ("yes", "no")]
    drawn: dict[str, Member] = {}
    for regime, sample in sorted(samples.items()):
        order = list(open_items)
        random.Random(sample.seed).shuffle(order)
        chosen = order[sample.offset : sample.offset + sample.size]
        if not chosen:
            raise UserError(
                f"regime {regime} draws no question: {len(items)} items, {len(open_items)} of them "
                f"with an answer other than yes or no, offset {sample.offset}",
                where=f"acquabench.regimes.{regime}", remedy="use a larger file or smaller offset",
            )  # fmt: skip
        for rank, item in enumerate(chosen, start=sample.offset):
            drawn[item.qid] = _member(item, rank, regime, drawn.get(item.qid))
    return [drawn[qid] for qid in sorted(drawn)]


def _member(item: Item, rank: int, regime: str, known: Member | None) -> Member:
    empty = not normalize_answer(item.answer)
    return Member(
        item=item,
        rank=known.rank if known else rank,
        regimes=(*known.regimes, regime) if known else (regime,),
        eligible=not empty,
        reason="the normalized reference is empty" if empty else "",
    )


def run(items: Sequence[Item], parameters: Mapping[str, object]) -> list[Member]:
    """Run the stage with its configuration sub-tree: `{"regimes": {...}}`."""
    config = validate_config(PopulationParams, parameters, where="population")
    return draw(items, {str(regime): sample for regime, sample in config.regimes.items()})
