"""Each way a provider can fail becomes one sentence that says what to do and shows no key."""

from __future__ import annotations

import pytest
from asking import APIS, KEY, QUESTION, ask, model_of
from protocol_server import Answer, Fail, ProtocolServer, Raw, Say

from agents.errors import ModelError
from agents.messages import Request
from agents.models.openai_chat import OpenAIChat
from agents.models.provider_errors import public_url
from agents.secrets import redact

AT_ONCE = {"retry-after-ms": "1", "retry-after": "0.01"}
"""Lets the SDK's own retries wait no time."""


def failure(api: str, answer: Answer, **server: object) -> tuple[ModelError, int]:
    with ProtocolServer([answer], **server) as running:  # type: ignore[arg-type]
        with pytest.raises(ModelError) as raised:
            ask(model_of(api, running), Request(QUESTION))
        return raised.value, len(running.received)


@pytest.mark.parametrize("api", APIS)
def test_a_wrong_key_is_named_by_its_variable_and_never_shown(api: str) -> None:
    error, _ = failure(api, Say("Hi"), key="another")
    variable = "ANTHROPIC_API_KEY" if api == "anthropic" else "OPENAI_API_KEY"
    assert f"did not accept the key (401): check {variable}." in str(error)
    assert KEY not in str(error)
    assert error.status == 401
    assert error.sent


@pytest.mark.parametrize("api", APIS)
def test_a_model_that_is_not_there_is_named(api: str) -> None:
    error, _ = failure(api, Say("Hi"), models=["other"])
    assert ":test (404" in str(error)
    assert "check the name with `triptych models`" in str(error)


@pytest.mark.parametrize("api", APIS)
def test_a_rate_limit_is_told_after_the_sdks_own_retries(api: str) -> None:
    error, requests = failure(api, Fail(429, "Slow down", headers=AT_ONCE))
    assert requests == 3
    assert "limits the rate of calls" in str(error)
    assert "Slow down" in str(error)


def test_a_rate_limit_that_passes_is_not_noticed() -> None:
    answers: list[Answer] = [Fail(429, "Slow down", headers=AT_ONCE), Say("Hi")]
    with ProtocolServer(answers) as server:
        assert ask(model_of("chat", server), Request(QUESTION)).text == "Hi"


def test_an_empty_account_is_not_called_a_rate_limit() -> None:
    error, _ = failure(
        "chat", Fail(429, "You exceeded your quota", "insufficient_quota", None, AT_ONCE)
    )
    assert "has no credit left" in str(error)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "refused the request"),
        (403, "may not use"),
        (500, "failed to answer"),
        (529, "try again later"),
    ],
)
def test_any_other_status_says_what_to_do_and_quotes_the_provider(
    api: str, status: int, words: str
) -> None:
    error, _ = failure(api, Fail(status, "Because\n it is so.", headers=AT_ONCE))
    assert words in str(error)
    assert "Because it is so" in str(error)
    assert "\n" not in str(error)
    assert error.status == status


@pytest.mark.parametrize("api", APIS)
def test_a_key_that_a_server_echoes_is_taken_out(api: str) -> None:
    error, _ = failure(api, Fail(400, f"bad key {KEY} or sk-ant-abcdefghijklmnop"))
    assert KEY not in str(error)
    assert "sk-ant-abc" not in str(error)
    assert str(error).count("[secret]") == 2
    assert KEY not in repr(OpenAIChat("openai:x", KEY))


def test_no_server_is_named_by_its_address_without_credentials() -> None:
    model = OpenAIChat("local:x", KEY, "http://me:hidden@127.0.0.1:9/v1?token=abc")
    with pytest.raises(ModelError, match=r"Cannot connect to http://127\.0\.0\.1:9/v1: check"):
        ask(model, Request(QUESTION))
    assert public_url("http://[::1]:80/v1") == "http://[::1]:80/v1"


@pytest.mark.parametrize("api", APIS)
def test_a_page_instead_of_a_reply_points_at_the_address(api: str) -> None:
    error, _ = failure(api, Raw("<html>Welcome to the router</html>"))
    assert "is no model's reply: check that the address is right" in str(error)


def test_an_error_that_comes_with_status_200_is_an_error() -> None:
    error, _ = failure("local", Raw({"error": {"message": "upstream is down", "code": 502}}))
    assert "upstream is down" in str(error)
    assert error.status == 502


def test_a_long_message_is_cut_with_a_mark() -> None:
    error, _ = failure("chat", Fail(400, "x" * 5000))
    assert "[…4600 more characters]" in str(error)


def test_secrets_of_the_environment_are_taken_out_of_any_text() -> None:
    environ = {
        "MY_API_KEY": "abcdefgh1234",
        "DB_PASSWORD": "hunter2hunter2",
        "LONGER_TOKEN": "abcdefgh1234-and-more",
        "SHORT_KEY": "abc",
        "PWD": "/home/somebody",
        "OLDPWD": "/home/elsewhere",
    }
    text = (
        "abcdefgh1234-and-more abcdefgh1234 hunter2hunter2 abc /home/somebody sk-proj-0123456789 "
        "task-management-tool"
    )
    hidden = "[secret] [secret] [secret] abc /home/somebody [secret] task-management-tool"
    assert redact(text, environ) == hidden
