"""Models by name: what each needs, said before anything is called."""

from __future__ import annotations

import pytest
from asking import QUESTION, ask
from protocol_server import ProtocolServer, Say

from agents.errors import BadInput, NotReady
from agents.messages import Request
from agents.models.anthropic_messages import AnthropicMessages
from agents.models.catalog import make_model, models_status
from agents.models.openai_chat import OpenAIChat
from agents.models.openai_responses import OpenAIResponses
from agents.models.provider import ProviderModel

KEYS = {"OPENAI_API_KEY": " sk-one-0123456789 \n", "ANTHROPIC_API_KEY": "sk-ant-0123456789"}


def made(name: str, environ: dict[str, str]) -> ProviderModel:
    model = make_model(name, environ=environ)
    assert isinstance(model, ProviderModel)
    return model


@pytest.mark.parametrize(
    ("name", "kind", "url"),
    [
        ("openai:gpt-4.1", OpenAIChat, "https://api.openai.com/v1"),
        ("openai-responses:gpt-4.1", OpenAIResponses, "https://api.openai.com/v1"),
        ("anthropic:claude-x", AnthropicMessages, "https://api.anthropic.com"),
        ("local:qwen3:8b", OpenAIChat, "http://localhost:11434/v1"),
    ],
)
def test_a_name_makes_its_model(name: str, kind: type, url: str) -> None:
    model = made(name, KEYS)
    assert type(model) is kind
    assert (model.name, model.base_url) == (name, url)
    assert model.model == name.partition(":")[2]


def test_the_addresses_of_the_environment_are_used() -> None:
    with ProtocolServer([Say("Hi")], key="sk-one-0123456789") as server:
        environ = {**KEYS, "OPENAI_BASE_URL": server.openai_url}
        assert ask(made("openai:x", environ), Request(QUESTION)).text == "Hi"
    with ProtocolServer([Say("Hi")], key="sk-ant-0123456789") as server:
        environ = {**KEYS, "ANTHROPIC_BASE_URL": server.url}
        assert ask(made("anthropic:x", environ), Request(QUESTION)).text == "Hi"
    with ProtocolServer([Say("Hi")], key="none") as server:
        environ = {"TRIPTYCH_LOCAL_URL": server.openai_url}
        assert ask(made("local:x", environ), Request(QUESTION)).text == "Hi"


@pytest.mark.parametrize("name", ["gpt-4", "azure:x", "", ":x", "openai:", "local: ", "scripted:x"])
def test_a_name_of_no_known_form_lists_the_forms(name: str) -> None:
    with pytest.raises(BadInput, match="NAME"):
        make_model(name, environ=KEYS)


@pytest.mark.parametrize("name", ["openai:x", "openai-responses:x", "anthropic:x"])
def test_a_missing_key_is_one_sentence_that_names_its_variable(name: str) -> None:
    with pytest.raises(NotReady, match=r"set the environment variable \w+_API_KEY"):
        make_model(name, environ={})
    with pytest.raises(NotReady, match="characters that no key has"):
        make_model(name, environ=dict.fromkeys(KEYS, "schlüssel"))


def test_the_scripted_model_needs_a_scenario() -> None:
    with pytest.raises(NotReady, match="only plays the bundled scenarios"):
        make_model("scripted", environ={})


def test_the_status_tells_what_is_missing_and_what_a_local_server_has() -> None:
    with ProtocolServer(models=["qwen3", "llama4"]) as server:
        environ = {"OPENAI_API_KEY": "k", "TRIPTYCH_LOCAL_URL": server.openai_url}
        status = {row.name: (row.ready, row.needs) for row in models_status(environ)}
    assert status["scripted"][0]
    assert status["openai:NAME"] == (True, "key from OPENAI_API_KEY")
    assert status["anthropic:NAME"] == (False, "set ANTHROPIC_API_KEY")
    assert status["local:qwen3"][0]
    assert status["local:llama4"][0]


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "nonsense", "file:///etc", "http://[bad"])
def test_no_local_server_is_no_error(url: str) -> None:
    *_, local = models_status({"TRIPTYCH_LOCAL_URL": url})
    assert (local.name, local.ready) == ("local:NAME", False)
    assert "TRIPTYCH_LOCAL_URL" in local.needs


@pytest.mark.parametrize(
    "url", ["nonsense", "file:///etc", "http://[bad", "http://h:99999", "http://"]
)
def test_an_address_that_is_none_is_refused_at_once(url: str) -> None:
    for variable, name in [
        ("TRIPTYCH_LOCAL_URL", "local:x"),
        ("OPENAI_BASE_URL", "openai:x"),
        ("ANTHROPIC_BASE_URL", "anthropic:x"),
    ]:
        with pytest.raises(BadInput, match=f"{variable} is no address"):
            make_model(name, environ={**KEYS, variable: url})
