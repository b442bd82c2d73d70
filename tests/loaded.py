"""What processes that are forked off one another begin with: see `tests.forked`."""

from __future__ import annotations

import pandas  # noqa: F401
import plotly.graph_objects  # noqa: F401

import dashboard.app  # noqa: F401
import data.writing.recorder  # noqa: F401
import tests.making  # noqa: F401
from agents.models.warm import warm

warm()
