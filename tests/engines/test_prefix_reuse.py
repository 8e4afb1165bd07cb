"""A shared prefix is computed once: which models can, how batches are cut, and that texts stay."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.engines.batches import pad_after
from earned.engines.prefixes import BLOCK, Prefixes, cache_argument, shared_blocks

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

SMALL = {
    "vocab_size": 97, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 3,
    "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 1024,
}  # fmt: skip
PAD = 0


def llama(**more: Any) -> Any:
    torch.manual_seed(1)
    config = transformers.LlamaConfig(**SMALL, **more)
    model = transformers.LlamaForCausalLM(config).eval()
    model.generation_config = transformers.GenerationConfig(pad_token_id=PAD)
    return model


def prompts(shared: int, *own: int) -> list[list[int]]:
    """Prompts of random tokens, alike in the first `shared`."""
    draw = random.Random(2)
    head = [draw.randrange(1, 97) for _ in range(shared)]
    return [[*head, n + 1, *(draw.randrange(1, 97) for _ in range(k))] for n, k in enumerate(own)]


def generated(model: Any, rows: Sequence[Sequence[int]], prefixes: Prefixes | None) -> Any:
    shared = shared_blocks(rows) if prefixes else 0
    padded = pad_after(shared, rows, PAD)
    inputs: dict[str, Any] = {
        "input_ids": torch.tensor(padded.ids), "attention_mask": torch.tensor(padded.mask),
    }  # fmt: skip
    with torch.inference_mode():
        if prefixes and shared:
            inputs |= prefixes.before(rows[0][:shared], len(rows))
        made = model.generate(**inputs, max_new_tokens=12, do_sample=False)
    return made[:, inputs["input_ids"].shape[1] :].tolist()


def reusing(model: Any) -> Prefixes:
    argument = cache_argument(model)
    assert argument is not None
    return Prefixes(model, argument)


@pytest.mark.parametrize("shared", [BLOCK, BLOCK + 9, 3 * BLOCK - 1])
def test_texts_are_those_of_whole_prompts(shared: int) -> None:
    model, rows = llama(), prompts(shared, 3, 40, 17, 1, 90)
    assert generated(model, rows, reusing(model)) == generated(model, rows, None)


def test_what_came_before_changes_no_text() -> None:
    """Resume re-forms a batch after others, or alone: kept prefixes must not show."""
    model, rows = llama(), prompts(2 * BLOCK, 5, 30, 8)
    alone = generated(model, rows, reusing(model))
    prefixes = reusing(model)
    for shared in (BLOCK, 2 * BLOCK, 3 * BLOCK):
        generated(model, prompts(shared, 4, 7), prefixes)
    assert [generated(model, rows, prefixes) for _ in range(2)] == [alone, alone]


def test_a_prefix_is_computed_once_for_batches_that_share_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = llama()
    prefixes, computed = reusing(model), []
    run = prefixes._model.forward
    monkeypatch.setattr(
        model, "forward", lambda *args, **named: computed.append(args) or run(*args, **named)
    )
    for own in [(5, 30), (7, 2, 2)]:
        prefixes.before(prompts(BLOCK, *own)[0][:BLOCK], len(own))
    assert len(computed) == 1


@given(st.lists(st.lists(st.integers(0, 1), max_size=4), min_size=1, max_size=4), st.integers(0, 3))
def test_a_shared_prefix_is_in_whole_blocks_and_leaves_each_prompt_a_token(
    tails: list[list[int]], blocks: int
) -> None:
    rows = [[7] * BLOCK * blocks + tail for tail in tails]
    shared = shared_blocks(rows)
    assert shared % BLOCK == 0
    assert all(row[:shared] == rows[0][:shared] and len(row) > shared for row in rows) or not shared
    if len(rows) > 1 and all(tails):
        assert shared == BLOCK * blocks


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(0, 4))
def test_padding_keeps_every_token_and_masks_the_rest(sizes: list[int], shared: int) -> None:
    rows = [[5] * shared + [k + 1] * k for k in sizes]
    padded = pad_after(shared, rows, PAD)
    for row, ids, mask in zip(rows, padded.ids, padded.mask, strict=True):
        assert len(ids) == len(mask) == shared + max(sizes)
        assert [one for one, kept in zip(ids, mask, strict=True) if kept] == row
        assert mask[:shared] == [1] * shared
        assert mask[-1] == 1


def test_a_model_whose_cache_cannot_be_shared_is_known_before_it_runs() -> None:
    sliding = transformers.MistralForCausalLM(
        transformers.MistralConfig(**SMALL, sliding_window=16)
    )
    stateful = transformers.MambaForCausalLM(
        transformers.MambaConfig(vocab_size=97, hidden_size=32, num_hidden_layers=2)
    )
    scaled = llama(rope_parameters={"rope_type": "dynamic", "factor": 2.0, "rope_theta": 10000.0})
    counting = transformers.MptForCausalLM(
        transformers.MptConfig(vocab_size=97, d_model=32, n_heads=4, n_layers=2, max_seq_len=256)
    )
    unfit = (sliding, stateful, scaled, counting)
    assert [cache_argument(one) for one in unfit] == [None] * len(unfit)
    assert cache_argument(llama()) in {"cache", "past_key_values"}
