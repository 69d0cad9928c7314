"""A picture in a palette of colours looks like the one before."""

import json
import struct
import zlib

import numpy as np
import pytest

from svcchat_magic.charts.pictures.palette_picture import chunks, repacked
from svcchat_magic.charts.rules.safe_chart import SCHEMA

HEAD = b"\x89PNG\r\n\x1a\n"


def png_of(rgba, filters=None):
    """A PNG as the renderer writes it: four bytes a pixel, each line stored by a filter of its own."""
    height, width, _ = rgba.shape
    filters = [1] * height if filters is None else filters
    lines = b"".join(
        bytes([kind])
        + (np.diff(line, axis=0, prepend=np.zeros((1, 4), np.uint8)) if kind else line).tobytes()
        for kind, line in zip(filters, rgba, strict=True)
    )
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
        (b"pHYs", b"\0" * 9),
        (b"IDAT", zlib.compress(lines, 1)),
        (b"IEND", b""),
    ]
    return HEAD + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def pixels(png):
    """Red, green, blue and opacity of each pixel, by the rules of the format."""
    parts = dict(chunks(png))
    width, height, bits, kind, *_ = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, -1)
    if kind == 6:
        found = lines[:, 1:].reshape(height, width, 4)
        return np.where((lines[:, 0] == 1)[:, None, None], np.cumsum(found, axis=1, dtype=np.uint8), found)

    colours = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)
    opacity = np.frombuffer(parts[b"tRNS"], np.uint8)[:, None]
    of_each = lines[:, 1:]
    if bits == 4:
        of_each = np.stack((of_each >> 4, of_each & 15), axis=2).reshape(height, -1)[:, :width]

    return np.hstack((colours, opacity))[of_each]


def has_palette(png):
    return png[25] == 3


def noise(colours, size=60):
    """A picture of so many colours at random."""
    chosen = np.random.default_rng(1)
    palette = chosen.integers(0, 256, (colours, 4), dtype=np.uint8)
    return palette[chosen.integers(0, colours, (size, size))]


@pytest.mark.parametrize("filters", [None, [0] * 60, [0, 1] * 30], ids=["differences", "plain", "both"])
def test_a_picture_of_few_colours_keeps_each_pixel(filters):
    picture = noise(256)

    packed = repacked(png_of(picture, filters))

    assert has_palette(packed)
    assert (pixels(packed) == picture).all()
    assert len(packed) < len(png_of(picture)) / 2


@pytest.mark.parametrize("colours", [600, 3_600])
def test_a_picture_that_would_change_keeps_its_colours(colours):
    picture = noise(colours)

    packed = repacked(png_of(picture))

    assert not has_palette(packed)
    assert (pixels(packed) == picture).all()


def test_a_picture_stored_in_another_way_stays():
    png = png_of(noise(16), [*[0] * 59, 4])

    packed = repacked(png)

    assert not has_palette(packed)
    assert zlib.decompress(dict(chunks(packed))[b"IDAT"]) == zlib.decompress(dict(chunks(png))[b"IDAT"])


def test_rare_colours_take_the_nearest():
    picture = np.zeros((200, 200, 4), np.uint8)
    picture[:100] = (91, 110, 225, 255)
    steps = [at // 2 * 2 for at in range(200)]
    picture[0] = [(91, 110, 225, at) for at in steps]
    picture[1] = [(40, at, 40, 255) for at in steps]
    picture[2] = [(at, 40, 90, 255) for at in steps]
    picture[3] = [(140, 40, at, 255) for at in steps]

    packed = repacked(png_of(picture))

    assert has_palette(packed)
    assert len(dict(chunks(packed))[b"tRNS"]) == 256
    assert (pixels(packed)[4:] == picture[4:]).all()
    assert np.abs(pixels(packed).astype(int) - picture).max() <= 16


def test_edges_of_few_colours_take_half_a_byte_each():
    picture = np.zeros((201, 201, 4), np.uint8)
    picture[:100] = (91, 110, 225, 255)
    picture[0, :, :] = [(91, 110, 225, at) for at in range(201)]

    packed = repacked(png_of(picture))

    assert packed[24] == 4  # bits a pixel
    assert (pixels(packed)[1:] == picture[1:]).all()
    assert np.abs(pixels(packed)[..., 3].astype(int) - picture[..., 3]).max() <= 24


def test_areas_of_near_colours_stay_apart():
    picture = np.zeros((200, 200, 4), np.uint8)
    picture[:] = (8, 48, 107, 255)
    picture[100:] = (10, 52, 112, 255)  # as in a table of heat

    assert (pixels(repacked(png_of(picture))) == picture).all()


def test_a_chart_of_the_renderer_looks_the_same():
    vl_convert = pytest.importorskip("vl_convert", reason="the extra `png` brings it")
    field = {"field": "x", "type": "quantitative"}
    chart = {"$schema": SCHEMA, "background": "transparent", "mark": "point", "encoding": {"x": field}}
    spec = json.dumps({**chart, "data": {"values": [{"x": 1}, {"x": 2}]}})
    png = vl_convert.vegalite_to_png(spec, vl_version="5.21", scale=2)

    packed = repacked(png)

    before, after = pixels(png), pixels(packed)
    assert has_palette(packed)
    opacity = before[..., 3].astype(int) - after[..., 3]
    assert np.abs(opacity).max() <= 24
    assert (before != after).any(axis=2).mean() < 0.02
    assert len(packed) < len(png) / 4
