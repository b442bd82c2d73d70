"""The guide's two answers that need the database: a demo's runs, and one's own trials."""

from __future__ import annotations

from typing import Any

from dashboard.answers import comparison_object
from dashboard.demos import watch
from dashboard.service import Service
from dashboard.tried import tried, tried_words

Json = dict[str, Any]


def watched_object(service: Service, name: str) -> Json:
    """Raises BadInput for no such demo."""
    found = watch(service, name)
    told = comparison_object(service, found.comparison)
    return {"demo": name, "page": found.page, "query": found.query, **told}


def tried_object(service: Service) -> Json:
    return {
        name: {
            "rate": one.rate,
            "interval": list(one.interval) if one.interval else None,
            "deterministic": one.deterministic,
            "tokens": one.tokens,
            "trials": one.trials,
            "settings": one.tasks,
            "sets": one.sets,
            "text": tried_words(one),
        }
        for name, one in tried(service).items()
    }
