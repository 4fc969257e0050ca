"""The configuration as it is written: an example with every key, which reads back as what it was made from."""

import tomllib

from table.config.keys import CameraConfig, Config, simulated
from table.config.reading import parse
from table.config.writing import example, rows


def test_the_example_says_every_key_and_reads_back_as_the_standard_table():
    assert parse(example()) == Config()
    written = tomllib.loads(example())
    keys = [key if not isinstance(value, dict) else f"{key}.{inner}" for key, value in written.items()
            for inner in (value if isinstance(value, dict) else [""])]  # fmt: skip
    assert keys == [row.key for row in rows()]


def test_an_example_of_any_table_reads_back_as_that_table():
    mine = Config(
        camera=CameraConfig("opencv", '/dev/v4l/by-id/a "camera"\\1', (1920, 1080), 30), seats=("east", "west")
    )
    assert parse(example(mine)) == mine
    assert parse(example(simulated())) == simulated()
