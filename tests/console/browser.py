"""The system's Chromium, if there is one; tests that need it are skipped with a clear message where there is none."""

from __future__ import annotations

import shutil

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


def launched(playwright):
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])


def need_chromium():
    pytest.importorskip("playwright", reason="playwright is not installed, so no page was clicked on")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed, so no page was clicked on (apt install chromium)")


CONTRAST = """
() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const linear = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const behind = (el) => {
    for (let at = el; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const el of document.querySelectorAll("body *")) {
    const words = [...el.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent.trim()).join("");
    const box = el.getBoundingClientRect();
    if (!words || !box.width || !box.height || el.closest("svg, [disabled], [hidden]")) continue;
    const style = getComputedStyle(el);
    const faint = Number(style.opacity);
    const front = rgb(style.color), back = behind(el);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio * faint < (large ? 3 : 4.5)) bad.push(`${words.slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return bad;
}
"""
"""Texts whose contrast is less than WCAG AA asks for."""
