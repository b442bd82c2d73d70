"""`triptych mcp NAME`: a scenario's tools for any MCP client."""

from __future__ import annotations

import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="a bundled scenario (triptych scenarios)")


def mcp(args: argparse.Namespace) -> int:
    """Speaks MCP on standard input and output until the input ends; prints nothing else."""
    from data.mcp_server import serve

    serve(args.name)
    return 0
