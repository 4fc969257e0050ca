"""The manual tells the truth."""

import re
from pathlib import Path

import pytest

from docs.generate import ROOT, pages, read_scenarios
from table.rules.tournament.flag_kinds import FLAG_KINDS

PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_up_to_date(name):
    assert (ROOT / "docs" / name).read_text() == PAGES[name], "run 'make docs'"


def test_every_flag_kind_has_a_scenario():
    text = "\n".join(line.text for s in read_scenarios() for line in s.lines if hasattr(line, "text"))
    assert [kind for kind in FLAG_KINDS if f"flag {kind} " not in text] == []


def test_at_least_thirty_scenarios_of_legal_play_must_stay_silent():
    assert len(list((ROOT / "tests" / "scenarios" / "legal").glob("*.txt"))) >= 30


@pytest.mark.parametrize("page", [p.relative_to(ROOT) for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]], ids=str)
def test_links_to_files_lead_somewhere(page):
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), target


def test_no_page_names_a_folder_outside_the_project():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        assert "../shared" not in page.read_text(), Path(page).name


WRITTEN = [p.relative_to(ROOT) for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")]]
FOLDERS = "table|vision|hardware|firmware|bench|tests|systemd|docs"


@pytest.mark.parametrize("page", [page for page in WRITTEN if page.name != "CHANGELOG.md"], ids=str)
def test_files_and_modules_that_a_page_names_are_there(page):
    text = (ROOT / page).read_text()
    for path in re.findall(rf"`((?:{FOLDERS})/[\w/.-]*\w)`", text):
        assert (ROOT / path).exists() or (ROOT / f"{path}.py").exists(), path
    for module in re.findall(rf"python -m ((?:{FOLDERS})(?:\.\w+)*)", text):
        assert (ROOT / module.replace(".", "/")).exists() or (ROOT / f"{module.replace('.', '/')}.py").exists(), module


def test_make_helps_with_every_target_once():
    helped = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    phony = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()
    assert sorted(helped) == sorted(set(phony) - {"help"} | {"help"} & set(helped))
