"""`/metrics` for Prometheus, computed from the store at each scrape (S0-43)."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from data.measures import BUCKETS_S, Measure

LABELS = ("paradigm", "outcome")


class _Runs(Collector):
    def __init__(self, found: list[Measure], active: int, waiting: int) -> None:
        self._found = found
        self._active = active
        self._waiting = waiting

    def collect(self) -> Iterable[Metric]:
        total = CounterMetricFamily("triptych_runs", "Ended runs", labels=LABELS)
        turns = GaugeMetricFamily(
            "triptych_iterations", "Model calls of the latest run", labels=LABELS
        )
        took = HistogramMetricFamily(
            "triptych_run_duration_seconds", "From start to end", labels=LABELS
        )
        for one in self._found:
            labels = (one.paradigm, one.outcome)
            total.add_metric(labels, one.runs)
            turns.add_metric(labels, one.iterations)
            bounds = [(str(b), float(n)) for b, n in zip(BUCKETS_S, one.buckets, strict=True)]
            took.add_metric(labels, [*bounds, ("+Inf", float(one.runs))], one.seconds)
        yield total
        yield turns
        yield took
        yield GaugeMetricFamily("triptych_active_runs", "Runs going on now", value=self._active)
        yield GaugeMetricFamily(
            "triptych_waiting_spans", "Spans taken whose runs are not told", value=self._waiting
        )


def exposition(found: list[Measure], active: int, waiting: int) -> bytes:
    registry = CollectorRegistry()
    registry.register(_Runs(found, active, waiting))
    return generate_latest(registry)
