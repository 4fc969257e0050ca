"""Frames survive any payload and any split; noise is never taken for one, and costs only what it hits."""

from __future__ import annotations

import binascii
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.framing import (
    BODY,
    LONGEST_PAYLOAD,
    NUMBERS,
    TICKS,
    Reader,
    Writer,
    ahead,
    crc16,
    fletcher16,
    later,
    passed,
)
from hardware.pod.link import HostLink

bodies = st.binary(max_size=LONGEST_PAYLOAD - BODY)
names = st.binary(min_size=4, max_size=4)
kinds = st.integers(0, 255)


def frame(kind: int, pod: bytes, host: bytes, body: bytes) -> bytes:
    writer = Writer()
    writer.begin(kind, pod, host)
    for byte in body:
        writer.put8(byte)
    writer.finish()
    return bytes(writer.wire[: writer.size])


def read(data: bytes, reader: Reader | None = None) -> list[bytes]:
    reader = reader or Reader()
    return [bytes(reader.payload[: reader.length]) for byte in data if reader.take(byte)]


@settings(deadline=None)
@given(kinds, names, names, bodies)
def test_a_payload_comes_out_as_it_went_in(kind: int, pod: bytes, host: bytes, body: bytes) -> None:
    wire = frame(kind, pod, host, body)
    assert read(wire) == [bytes([kind]) + pod + host + body]
    assert wire[0] == wire[-1] == 0
    assert 0 not in wire[1:-1]


@settings(deadline=None)
@given(st.lists(bodies, max_size=5), st.binary(max_size=200))
def test_noise_before_a_frame_costs_it_nothing(texts: list[bytes], noise: bytes) -> None:
    frames = [frame(1, b"abcd", b"efgh", body) for body in texts]
    reader = Reader()
    found = []
    for wire in frames:
        read(noise, reader)
        found += read(wire, reader)
    assert found[-len(texts) :] == [b"\x01abcdefgh" + body for body in texts] or not texts


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_noise_is_no_frame(noise: bytes) -> None:
    assert read(noise) == []


@settings(deadline=None)
@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=10), st.integers(0, 3))
def test_where_the_bytes_are_split_makes_no_difference(noise: bytes, cuts: list[int], many: int) -> None:
    data = noise + frame(1, b"podA", b"host", bytes(18)) * many + noise
    whole, pieces = HostLink(b"host"), HostLink(b"host")
    borders = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    heard = []
    for begin, end in pairwise(borders):
        heard += pieces.receive(data[begin:end], 5)
    assert heard == whole.receive(data, 5)


@settings(deadline=None)
@given(bodies, st.data())
def test_a_frame_with_a_damaged_byte_is_not_taken(body: bytes, data: st.DataObject) -> None:
    wire = bytearray(frame(2, b"abcd", b"efgh", body))
    at = data.draw(st.integers(1, len(wire) - 2))
    wire[at] ^= data.draw(st.integers(1, 255))
    assert read(bytes(wire)) == []


@settings(deadline=None)
@given(bodies, st.data())
def test_a_frame_that_lost_or_doubled_a_byte_is_not_taken(body: bytes, data: st.DataObject) -> None:
    wire = frame(2, b"abcd", b"efgh", body)
    at = data.draw(st.integers(1, len(wire) - 2))
    assert read(wire[:at] + wire[at + 1 :]) == []
    assert read(wire[:at] + wire[at : at + 1] + wire[at:]) == []


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_the_crc_is_the_one_of_the_ccitt(data: bytes) -> None:
    assert crc16(data, len(data)) == binascii.crc_hqx(data, 0xFFFF)


def test_both_sums_have_their_published_check_values() -> None:
    assert crc16(b"123456789", 9) == 0x29B1
    assert fletcher16(b"abcdefgh", 8) == 0x0627


@settings(deadline=None)
@given(st.integers(0, NUMBERS - 1), st.integers(-32768, 32767))
def test_numbers_that_start_again_keep_their_order(number: int, step: int) -> None:
    assert ahead((number + step) % NUMBERS, number) == step


@settings(deadline=None)
@given(st.integers(0, TICKS - 1), st.integers(-(TICKS // 2), TICKS // 2 - 1))
def test_ticks_that_start_again_keep_their_distance(ticks: int, step: int) -> None:
    assert passed((ticks + step) % TICKS, ticks) == step


@settings(deadline=None)
@given(st.integers(0, TICKS - 1), st.integers(0, 100_000))
def test_later_is_a_sum_that_starts_again(ticks: int, milliseconds: int) -> None:
    assert later(ticks, milliseconds) == (ticks + milliseconds) % TICKS
