"""Traces as they happen: the address to send spans to, with the lines to copy."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

import streamlit as st

from dashboard.formats import local_time
from dashboard.hosts import LOOPBACK
from dashboard.house import house
from dashboard.panels.doors import open_step
from dashboard.words import t

LINES = """provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter("{url}")))
trace.set_tracer_provider(provider)"""

OWN_LOOP = """from triptych.capture import capture

client = capture(OpenAI(){url})  # or Anthropic()"""
USUAL = "http://127.0.0.1:8420"
REFRESH_S = 2.0


def live_endpoint() -> None:
    """With the address that the visitor came by, which is the one that reaches this server."""
    came = urlsplit(str(st.context.url or "http://localhost:8420"))
    url = f"{came.scheme or 'http'}://{came.netloc}/v1/traces"
    with st.container(key="import_live", gap="small"):
        st.subheader(t("arriving.title"))
        st.text(t("arriving.about"))
        st.code(LINES.format(url=url), language="python", wrap_lines=True)
        st.caption(t("arriving.environment"))
        st.code(f"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT={url}", language="bash", wrap_lines=True)
        st.caption(t("arriving.own-loop"))
        st.code(OWN_LOOP.format(url=_other(came)), language="python", wrap_lines=True)
        if came.hostname not in LOOPBACK:
            st.caption(t("arriving.elsewhere"))
            st.code(
                'OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer …"',
                language="bash",
                wrap_lines=True,
            )
        _now()


@st.fragment(run_every=REFRESH_S)
def _now() -> None:
    traces = house().service.traces
    if traces.last is None:
        st.text(t("arriving.none"))
    else:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(t("arriving.last", at=local_time(traces.last.news)), width="content")
            if st.button(t("runs.open"), icon=":material/play_circle:", key="arrived_open"):
                open_step(traces.last.runs[0])
    arriving = len(traces.active())
    if arriving:
        st.text(t("arriving.now", n=f"{arriving:,}"))
    if traces.waiting:
        st.text(t("arriving.waiting", n=f"{traces.waiting:,}"))
    if traces.problem:
        st.text(t("arriving.problem", why=traces.problem))


def _other(came: SplitResult) -> str:
    """Named only where it is not the address that `capture` takes by itself."""
    if came.hostname in LOOPBACK and came.port == urlsplit(USUAL).port:
        return ""
    return f', url="{came.scheme or "http"}://{came.netloc}"'
