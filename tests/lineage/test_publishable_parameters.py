"""What a study publishes of its parameters."""

from __future__ import annotations

from earned.lineage.publishable import publishable


def test_folders_and_addresses_of_this_machine_are_left_out() -> None:
    given = {
        "data": {"path": "/home/someone/hotpot.json", "name": "a/b"},
        "engine": {
            "base_url": "http://node17:8000/v1",
            "sources": ["/x/y", "resources/z", 3, None],
        },
    }
    made = publishable(given)
    assert made["data"] == {"path": "//hotpot.json", "name": "a/b"}
    assert made["engine"]["sources"] == ["//y", "resources/z", 3, None]
    assert made["engine"]["base_url"].startswith("sha256:")
    assert "node17" not in str(made)


def test_two_addresses_stay_apart() -> None:
    one, other = (publishable({"base_url": f"http://{host}/v1"}) for host in "ab")
    assert one != other


def test_what_is_published_already_stays() -> None:
    once = publishable({"path": "/a/b", "text": "//b"})
    assert publishable(once) == once
