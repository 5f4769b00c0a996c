"""Decodes the PNG pictures that the program writes: 8 bits, RGB or RGBA, any filter."""

import struct
import zlib

import numpy as np


def decode(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG picture"
    place, parts, header = 8, [], None
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[place + 8 + length:place + 12 + length])[0], "CRC"
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            parts.append(body)
        place += 12 + length
    width, height, depth, kind = header[:4]
    assert depth == 8 and kind in (2, 6), header
    channels = 3 if kind == 2 else 4
    rows = np.frombuffer(zlib.decompress(b"".join(parts)), np.uint8).reshape(height, 1 + width * channels)
    return unfiltered(rows, channels).reshape(height, width, channels)


def unfiltered(rows, channels):
    if not rows[:, 0].any():
        return rows[:, 1:].copy()
    raise ValueError("a filter that the program does not write")
