"""What must not leave, found in any text; and what only looks like it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.leaks.kinds import ALL, IN_SOURCE, Leak
from earned.leaks.machine import Machine
from earned.leaks.scan import find_hits, find_leaks

ALICE = Machine(
    names=("alice", "gpu-box-7"), folders=("/work/alice", "/srv"), secrets=("s3cr3t-value",)
)
TOKEN = "a1B2c3D4" * 5
PLANTED = [
    ("absolute path", "log in /home/alice/run.log"),
    ("absolute path", '"/Users/bob/x"'),
    ("absolute path", "cd /root/w"),
    ("absolute path", "(/tmp/pytest-1/x)"),
    ("absolute path", "/var/lib/x"),
    ("absolute path", "=/mnt/disk/a b"),
    ("absolute path", "/scratch/p/q"),
    ("absolute path", "/scratch3/q"),
    ("absolute path", "/opt/conda/bin"),
    ("absolute path", r"C:\Users\bob\x"),
    ("absolute path", r"D:\\data\\x.json"),
    ("absolute path", "C:/Users/bob"),
    ("absolute path", "file:///etc/passwd"),
    ("absolute path", "/usr/share/texmf/x.sty"),
    ("own folder", "at /work/alice/main"),
    ("own name", "run by Alice."),
    ("own name", "on gpu-box-7,"),
    ("address", "bob@example.org"),
    ("address", "ssh bob@node17"),
    ("host name", "http://build.corp.internal/x"),
    ("host name", "laptop.local"),
    ("host name", "ip-10-0-3-4"),
    ("network address", "127.0.0.1:8000"),
    ("network address", "10.0.0.7"),
    ("network address", "192.168.1.20"),
    ("network address", "8.8.8.8:443"),
    ("network address", "http://localhost:8080/v1"),
    ("network address", "[::1]:80"),
    ("repository remote", "git@github.com:a/b.git"),
    ("repository remote", "https://github.com/a/b.git"),
    ("repository remote", "ssh://git@host/a"),
    ("repository remote", "git+https://host/a"),
    ("repository remote", "remote.origin.url"),
    ("repository remote", '[remote "origin"]'),
    ("timestamp", "2026-03-04T05:06:07Z"),
    ("timestamp", "2026-03-04 05:06"),
    ("timestamp", "2026-03-04T05:06:07.123+02:00"),
    ("timestamp", "20260304T050607Z"),
    ("timestamp", "D:20260304050607+01'00'"),
    ("timestamp", "Wed Mar  4 05:06:07 2026"),
    ("timestamp", "Wed Mar  4 05:06:07 CET 2026"),
    ("timestamp", "Wed, 04 Mar 2026 05:06:07 +0000"),
    ("timestamp", "4 MAR 2026 05:06"),
    ("timestamp", "2026:03:04 05:06:07"),
    ("timestamp", "2026/03/04 05:06:07"),
    ("secret", "s3cr3t-value"),
    ("secret", f"ghp_{TOKEN[:36]}"),
    ("secret", f"hf_{TOKEN[:34]}"),
    ("secret", f"sk-{TOKEN}"),
    ("secret", f"sk-ant-api03-{TOKEN}"),
    ("secret", f"github_pat_{TOKEN}"),
    ("secret", "AKIA" + "ABCDEFGHIJKLMNOP"),
    ("secret", f"AIza{TOKEN[:35]}"),
    ("secret", f"glpat-{TOKEN[:20]}"),
    ("secret", "xoxb-" + "123456789012-abcdefABCDEF"),
    ("secret", "-----BEGIN RSA " + "PRIVATE KEY-----"),
    ("secret", "https://bob:hunter2" + "@host/x"),
    ("absolute path", "bob:/home/bob/x"),
    ("secret", f"Authorization: Bearer {TOKEN}"),
    ("secret", f'password = "{TOKEN[:16]}"'),
    ("secret", f"WANDB_API_KEY={TOKEN}"),
    ("secret", f"aws_secret_access_key = {TOKEN[:20]}/{TOKEN[:19]}"),
    ("secret", "password: hunter2hunter2"),
    ("secret", "Authorization: Basic dXNlcjpwYXNzd29yZA=="),
    ("network address", "http://gpu17.cluster.example.org:8000/v1"),
    ("network address", "fe80::1ff:fe23:4567:890a"),
    ("network address", "00:1b:63:84:45:e6"),
]
INNOCENT = [
    "//questions.json", "//resources/embedded/questions.json", "/analyses/d0_reader/effects/x",
    "#/sources/acquabench~1cases~1cases.json", "https://example.org/home/x/y", "s/home/x",
    "and/or", "1/2", "a /b", "</td></tr>", "CLEAN / GOLD / SHAM", r"\textbf{x}\\ \midrule",
    r"\makeatletter\@ifnextchar", r"\abx@aux@refcontext{x}", r"l@{\hspace{2pt}}r",
    r"\gdef \@abspage@last{5}", "recall@10", "pass@k", "image@sha256:" + "ab" * 32,
    "numpy==2.1.0.1", "nvidia-curand-cu12==10.3.9.90", "curand-10.3.9.90-py3", "v1.2.3.4",
    "1.2.3.4", "999.1.1.1:80", "2026-03-04", "12:30", "born on 4 March 1905", "in 2026",
    "1970-01-01T00:00:00Z", "1980-01-01 00:00:00", "D:19700101000000Z",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "prompt_tokens: 1234567890", "the secret of the token", 'token = "word"', "alicebob malice",
    "task-force sk-eleton", "pip install torch", "api_key_env: OPENAI_API_KEY", "root", "user",
    "Thought 1: I look up: Who founded it?", "[withheld: 20 characters, SHA-256 " + "0" * 64 + "]",
    "0.1.2", "3:45 am", "Key-fbbab9ed", "qid 5ac26ac15542992f1f2b38bc#3", "x@y",
    "token = sha256_file2(path)", "secret=names2024[0]", "https://example.org/a:80", "12:34:56",
    "max_token: 123456789012", "fade:in", "the password: what12 is it",
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), PLANTED)
def test_a_planted_leak_is_found_as_what_it_is(kind: str, text: str) -> None:
    for around in ("{}", "before {} after", '{{"x": "{}"}}', "one\n{}\nthree"):
        assert kind in {leak.kind for leak in find_leaks(around.format(text), ALICE)}, around


@pytest.mark.parametrize("text", INNOCENT)
def test_what_only_looks_like_a_leak_is_none(text: str) -> None:
    for around in ("{}", "before {} after", '"{}"'):
        assert find_leaks(around.format(text), ALICE) == []


def test_a_leak_says_its_line_and_shows_no_secret() -> None:
    (path, secret) = find_leaks(f"x\ny /home/bob/z\n\nhf_{TOKEN}", ALICE)
    assert path == Leak("absolute path", "/home/bob/z", 2)
    assert str(path) == "absolute path '/home/bob/z' (line 2)"
    assert (secret.line, TOKEN in str(secret)) == (4, False)


def test_a_leak_inside_another_is_told_once() -> None:
    assert [leak.kind for leak in find_leaks("/home/alice/x", ALICE)] == ["absolute path"]


def test_source_code_may_hold_patterns_and_dates_but_no_name_or_secret() -> None:
    assert find_leaks("/home/x 2026-01-01T00:01:02 127.0.0.1:80", ALICE, IN_SOURCE) == []
    text = f"alice /work/alice/x bob@a.org git@h.org:a/b.git hf_{TOKEN}"
    kinds = {leak.kind for leak in find_leaks(text, ALICE, IN_SOURCE)}
    assert kinds == {"own name", "own folder", "address", "repository remote", "secret"}


def test_names_that_all_machines_have_are_looked_for_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, "runner")
    monkeypatch.setenv("HOME", "/root")
    monkeypatch.setattr("socket.gethostname", lambda: "localhost")
    monkeypatch.delenv("SUDO_USER", raising=False)
    assert Machine.here().names == ()


def test_this_machine_is_known_by_user_host_home_and_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "carol")
    monkeypatch.setenv("HOME", "/home/carol")
    monkeypatch.setenv("MY_KEY", "key-of-carol")
    monkeypatch.setattr("socket.gethostname", lambda: "zeus.example.org")
    here = Machine.here(["MY_KEY", "NO_SUCH_KEY"])
    assert {"carol", "zeus", "zeus.example.org"} <= set(here.names)
    assert "/home/carol" in here.folders
    assert here.secrets == ("key-of-carol",)


@given(st.text(), st.sampled_from(PLANTED), st.text())
def test_no_text_around_it_hides_a_leak_on_a_line_of_its_own(
    before: str, planted: tuple[str, str], after: str
) -> None:
    kind, leak = planted
    text = f"{before}\n{leak}\n{after}"
    found = {hit.kind for hit in find_hits(text, ALICE) if hit.end > len(before)}
    assert kind in found or "secret" in found


@given(st.text(max_size=300))
def test_places_are_in_the_text_in_order_and_apart(text: str) -> None:
    hits = find_hits(text, ALICE, ALL)
    assert all(0 <= hit.start < hit.end <= len(text) for hit in hits)
    assert all(one.end <= other.start for one, other in pairwise(hits))
