"""JSON pointers (RFC 6901)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.errors import UserError
from earned.render.pointer import lookup, pointer

DOCUMENT = {"a": {"b/c": [10, {"~": 20}], "": 30}, "m~n": 40, "~1": 50}


@pytest.mark.parametrize(
    ("at", "value"),
    [("/a/b~1c/0", 10), ("/a/b~1c/1/~0", 20), ("/a/", 30), ("/m~0n", 40), ("/~01", 50)],
)
def test_escaped_keys_are_found(at: str, value: int) -> None:
    assert lookup(DOCUMENT, at) == value


def test_the_empty_pointer_is_the_document() -> None:
    assert lookup(DOCUMENT, "") is DOCUMENT


@pytest.mark.parametrize("at", ["/x", "/a/b~1c/2", "/a/b~1c/x", "/m~0n/0", "/a/b~1c/0/y"])
def test_a_pointer_to_nothing_is_named(at: str) -> None:
    with pytest.raises(UserError, match=f"locator {at} points nowhere"):
        lookup(DOCUMENT, at)


@given(st.lists(st.text(max_size=4), min_size=1, max_size=4))
def test_any_key_can_be_pointed_at(keys: list[str]) -> None:
    document: object = "found"
    for key in reversed(keys):
        document = {key: document}
    assert lookup(document, pointer(*keys)) == "found"
