"""An epoch of the inbox: requests one after the other in one stream of zstd."""

from __future__ import annotations

import zstandard

# how far back repetitions are looked for (a power of two), and how long they are at least: the
# level alone forgets where a history of some hundred thousand bytes began
LEVEL, WINDOW, REPETITION, SPARSE = 1, 23, 256, 7


class Stream:
    def __init__(self) -> None:
        params = zstandard.ZstdCompressionParameters.from_level(
            LEVEL,
            window_log=WINDOW,
            enable_ldm=True,
            ldm_min_match=REPETITION,
            ldm_hash_rate_log=SPARSE,
        )
        self._out = zstandard.ZstdCompressor(compression_params=params).compressobj()

    def add(self, request: bytes) -> bytes:
        """The piece of the stream with which the request can be read, after those before it."""
        return self._out.compress(request) + self._out.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)


class Streams:
    """Reads requests in the order in which they came, epoch by epoch."""

    def __init__(self) -> None:
        self._epoch = 0

    def read(self, epoch: int, body: bytes) -> bytes:
        if epoch != self._epoch:
            self._epoch = epoch
            self._stream = zstandard.ZstdDecompressor().decompressobj()
        return self._stream.decompress(body)
