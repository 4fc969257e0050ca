"""The configuration: what is read, what is refused, and in which words."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.config import reading
from table.config.keys import Config
from table.config.reading import BadConfig, find, load, parse
from table.config.writing import rows


def complaint(text):
    with pytest.raises(BadConfig) as caught:
        parse(text, "table.toml")
    return str(caught.value)


def test_an_empty_file_is_the_standard_table():
    assert parse("") == Config()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[camera]\ndrvier = 'pi'", "table.toml: camera.drvier means nothing here; do you mean camera.driver?"),
        ("[camra]\ndriver = 'pi'", "table.toml: camra means nothing here; do you mean camera?"),
        ("port = '/dev/ttyACM0'", "table.toml: port means nothing here; do you mean pod.port?"),
        ("colour = 'red'", "table.toml: colour means nothing here; docs/config.md lists every key"),
        ("mat = 'turnament'", "do you mean 'tournament'?"),
        ("[block]\ndriver = 'GPIO'", 'block.driver is "GPIO"; it must be one of gpio, pod, simulated, none'),
        ("camera = 'pi'", 'camera is "pi"; it must be a table with the keys driver, device, size, rate'),
        ("[block]\npin = true", "block.pin is true; it must be a whole number from 2 to 27"),
        ("[block]\npin = 28", "block.pin is 28"),
        ("[camera]\nrate = 0", "camera.rate is 0; it must be a whole number from 1 to 120"),
        ("[camera]\nsize = [1280]", "camera.size is [1280]; it must be a list of two numbers"),
        ("[sand]\npins = [21, 20]", "sand.pins is [21, 20]; it must be a list of eight GPIO numbers"),
        ("[buttons]\npins = [[4, 17, 27]]", "buttons.pins is [[4, 17, 27]]"),
        ("data = ''", 'data is ""; it must be the path of a folder'),
        ("data = [", "table.toml is not TOML"),
        ("[camera]\ndriver = 'recorded'", "camera.device is 0; a recorded camera needs the path of a recording"),
    ],
)
def test_what_is_wrong_is_said_with_its_key_and_what_is_right(text, words):
    assert words in complaint(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[block]\npin = 4", "buttons.pins (seat 1, goal): GPIO4 is already taken by block.pin"),
        ("[block]\ndriver = 'none'\n[buzzer]\npin = 7", "buzzer.pin is 7; it would sound while the Pi starts"),
        ("[buttons]\npins = [[4, 17, 27, 22]]", "buttons.pins has 1 seats and seats has 3"),
    ],
)
def test_pins_that_cannot_be_wired_so_are_refused(text, words):
    assert words in complaint(text)


def test_pins_of_parts_that_are_elsewhere_are_free():
    read = parse("[block]\npin = 18\n[buzzer]\ndriver = 'pod'")
    assert read.block.pin == read.buzzer.pin == 18


@pytest.mark.parametrize("seats", [["south", "west", "east"], ["east", "south", "north"], ["west", "north", "east"]])
def test_seats_go_clockwise_from_any_side(seats):
    assert parse(f"seats = {seats}").seats == tuple(seats)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (["south", "east", "west"], "does not go clockwise"),
        (["south", "south"], "two seats are south"),
        (["south"], "it must be a list of two or three sides"),
        (["south", "left"], "each one of north, east, south, west"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats, words):
    assert words in complaint(f"seats = {seats}")


def test_folders_are_relative_to_the_file(tmp_path):
    file = tmp_path / "wff-table.toml"
    file.write_text("data = 'here'\n[camera]\ndriver = 'recorded'\ndevice = 'round.mp4'")
    read = load(file)
    assert read.data == tmp_path / "here"
    assert read.camera.device == str(tmp_path / "round.mp4")


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(BadConfig, match=r"nothing\.toml: no such file"):
        load(tmp_path / "nothing.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfig, match="not text in UTF-8"):
        load(tmp_path / "bytes.toml")


def test_the_file_beside_one_is_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(reading, "PLACES", reading.PLACES[:2])
    assert find() is None
    (tmp_path / "wff-table.toml").write_text("")
    assert find() is not None


VALUES = st.recursive(
    st.booleans() | st.integers(-10, 99) | st.sampled_from(["pi", "gpio", "south", "", "x"]),
    lambda inner: st.lists(inner, max_size=4),
)


@given(st.sampled_from([row.key for row in rows()] + ["camera", "x", "a.b.c"]), VALUES)
def test_any_value_is_taken_or_refused_with_its_key(key, value):
    written = repr(value).replace("True", "true").replace("False", "false")
    try:
        parse(f"{key} = {written}")
        words = key
    except BadConfig as error:
        words = str(error)
    assert key.split(".")[0] in words


@given(st.text(max_size=60))
def test_any_text_is_a_configuration_or_is_refused(text):
    with suppress(BadConfig):
        assert isinstance(parse(text), Config)


def test_brackets_without_end_are_refused():
    assert "table.toml" in complaint("data = " + "[" * 100_000)


def test_a_lens_is_a_file_beside_the_configuration_or_a_name(tmp_path):
    (tmp_path / "camera.toml").write_text("")
    file = tmp_path / "table.toml"
    file.write_text('[camera]\nlens = "camera.toml"\n')
    assert load(file).camera.lens == str(tmp_path / "camera.toml")
    file.write_text('[camera]\nlens = "pi-v3"\n')
    assert load(file).camera.lens == "pi-v3"
