"""The doctor's report in a bundle, by the real doctor in its own process."""

import json

import pytest

from table.service import support
from table.service.support import Missing, doctor

NOTHING = "\n".join(f'[{part}]\ndriver = "none"' for part in ("camera", "block", "buttons", "sand", "buzzer"))


def test_the_doctors_findings_are_an_object(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(f'data = "."\n{NOTHING}\n')
    found = json.loads(doctor(file))
    assert {"versions", "disk", "clock"} <= {finding["part"] for finding in found["findings"]}


def test_a_table_that_runs_is_not_disturbed(monkeypatch):
    monkeypatch.setattr(support, "running", lambda: True)
    with pytest.raises(Missing, match="stop it first"):
        doctor(None)
