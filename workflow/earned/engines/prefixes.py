"""A prefix that all prompts of a batch share is computed once, not once a prompt."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

BLOCK = 64
"""Prefixes are whole blocks of so many tokens, so that batches which begin alike share one."""

KEPT = 4
"""Prefixes whose keys and values stay in memory."""

_CACHE_NAMES = ("cache", "past_key_values")  # from transformers 5.20 on, and before
_ROPES_BY_LENGTH = ("dynamic", "longrope")


def shared_blocks(prompts: Sequence[Sequence[int]]) -> int:
    """Tokens of the longest prefix in whole blocks that all prompts begin with.

    0 for a single prompt, which has nobody to share with. Each prompt keeps a token of its own,
    since its logits come from there.
    """
    if len(prompts) < 2:
        return 0
    own = [list(prompt[:-1]) for prompt in prompts]
    first, last = min(own), max(own)  # what these two share, all between them share
    differing = (n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return next(differing, len(first)) // BLOCK * BLOCK


def cache_argument(model: Any) -> str | None:  # noqa: ANN401 - any model of transformers
    """The name under which a model takes a prefix's keys and values; None if it cannot reuse them.

    It can where every layer keeps the keys and values of all tokens, and where they do not depend
    on the length of what follows: no sliding window, no state space, no scaling of rotary positions
    by length. It must also be told positions: one that counts places itself would count the padding
    between a prefix and what follows.
    """
    from transformers.cache_utils import DynamicCache, DynamicLayer

    taken = inspect.signature(type(model).forward).parameters
    name = next((name for name in _CACHE_NAMES if name in taken), None)
    config = model.config.get_text_config(decoder=True)
    ropes = str(getattr(config, "rope_parameters", None) or getattr(config, "rope_scaling", None))
    by_length = any(f"'{rope}'" in ropes for rope in _ROPES_BY_LENGTH)
    stateful = getattr(model, "_is_stateful", False) or model.config.is_encoder_decoder
    if name is None or "position_ids" not in taken or by_length or stateful:
        return None
    layers = DynamicCache(config=model.config).layers
    return name if layers and all(type(layer) is DynamicLayer for layer in layers) else None


class Prefixes:
    """Keys and values of prefixes, ready to be put before a batch.

    Args:
        model: a model of transformers.
        argument: what `cache_argument` found.
    """

    def __init__(self, model: Any, argument: str) -> None:  # noqa: ANN401
        self._model = model
        self._argument = argument
        self._computed = lru_cache(maxsize=KEPT)(self._compute)

    def before(self, prefix: Sequence[int], prompts: int) -> dict[str, Any]:
        """The argument that puts a prefix before so many prompts; a copy, since it grows."""
        made = copy.deepcopy(self._computed(tuple(prefix)))
        made.batch_repeat_interleave(prompts)
        return {self._argument: made}

    def _compute(self, prefix: tuple[int, ...]) -> Any:  # noqa: ANN401
        import torch
        from transformers.cache_utils import DynamicCache

        made = DynamicCache(config=self._model.config)
        tokens = torch.tensor([prefix], device=self._model.device)
        with torch.inference_mode():
            self._model(tokens, use_cache=True, **{self._argument: made})
        return made
