// What all pages share: parts that change by themselves, clocks, forms that are sent without leaving the page.
"use strict";

const $ = (which, within = document) => within.querySelector(which);
const $$ = (which, within = document) => [...within.querySelectorAll(which)];

// --- the table's time ---

const table = { offset: null, now: () => (table.offset === null ? null : performance.now() + table.offset) };
window.table = table;

function clocks() {
  const now = table.now();
  if (now === null) return;
  for (const el of $$("[data-until]")) {
    const at = el.dataset.still ? Number(el.dataset.still) : now;
    write(el, span(Math.max(0, Number(el.dataset.until) - at)));
  }
  for (const el of $$("[data-since]")) {
    const ago = Math.max(0, now - Number(el.dataset.since));
    write(el, ago < Number(el.dataset.quiet) ? "just now" : `${span(ago)} ago: is it running?`);
  }
}

function span(ms) {
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

function write(el, text) {
  if (el.textContent !== text) el.textContent = text;
}
window.span = span;
window.write = write;

// --- parts ---

// The table says something every ten seconds; after so many milliseconds of silence nobody is there any more.
const SILENCE = 25000;
let lastLetter = performance.now();
let source = null;

function listen() {
  if (!document.body.dataset.events || source) return;
  lastLetter = performance.now();
  source = new EventSource(document.body.dataset.events);
  source.onmessage = (message) => {
    const letter = JSON.parse(message.data);
    heard(letter.now);
    for (const [name, html] of Object.entries(letter.parts)) place(name, html);
    clocks();
    document.dispatchEvent(new Event("letter"));
  };
  source.addEventListener("still", (message) => heard(Number(message.data)));
  source.addEventListener("over", () => location.reload());
  source.onerror = () => {
    lost(true);
    // A no from the table itself, not from the network: the page finds out which, and shows where to log in.
    if (source && source.readyState === EventSource.CLOSED) setTimeout(reload, 2000);
  };
}

// Once there is somebody to load it from: a screen at the table must not end on a browser's own page of errors.
function reload() {
  fetch(location.href).then(() => location.reload(), () => setTimeout(reload, 2000));
}

function rest() {
  if (source) source.close();
  source = null;
}

// A browser keeps only six connections to one place: pages that nobody looks at give theirs up, unless they ring.
document.addEventListener("visibilitychange", () => (document.hidden && !ring ? rest() : listen()));
addEventListener("pagehide", rest);
addEventListener("pageshow", listen);
setInterval(() => {
  if (!source || performance.now() - lastLetter < SILENCE) return;
  lost(true);
  rest();
  listen();
}, 2000);

function heard(now) {
  lastLetter = performance.now();
  table.offset = now - lastLetter;
  lost(false);
}

function lost(is) {
  $("#lost").hidden = !is;
}

const mould = document.createElement("template");
const drawn = new Map($$("[data-part]").map((el) => [el.dataset.part, el.innerHTML]));
let pressed = null;
const later = new Map();

// A part is put in only if the table drew it anew, and not under a finger: the press would go astray.
function place(name, html) {
  const el = $$("[data-part]").find((one) => one.dataset.part === name);
  if (!el) return;
  if (el === pressed) return void later.set(name, html);
  mould.innerHTML = html;
  if (drawn.get(name) === mould.innerHTML) return;
  drawn.set(name, mould.innerHTML);
  const active = el.contains(document.activeElement) ? document.activeElement : null;
  const same = active && (active.value || active.dataset.act || active.getAttribute("href"));
  el.innerHTML = html;
  if (same) {
    const again = $$("button, a", el).find((one) => [one.value, one.dataset.act, one.getAttribute("href")].includes(same));
    if (again) again.focus();
  }
}

function lifted() {
  pressed = null;
  for (const [name, html] of later) place(name, html);
  later.clear();
}

addEventListener("pointerdown", (event) => (pressed = event.target.closest("[data-part]")));
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => setTimeout(lifted));

// --- forms ---

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-send]")) return;
  event.preventDefault();
  const button = event.submitter;
  const words = (button && button.dataset.sure) || form.dataset.sure;
  if (words && !(await sure(words))) return;
  const fields = new URLSearchParams(new FormData(form, button));
  if (button) button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    const { said, back } = await answer.json();
    if (said) toast(said, !answer.ok);
    if (!answer.ok) return;
    const dialog = form.closest("dialog");
    if (dialog) dialog.close();
    if (form.matches("[data-reset]")) form.reset();
    if (form.matches("[data-go]")) location.assign(back);
    if (form.matches("[data-reload]")) setTimeout(() => location.reload(), 700);
  } catch {
    toast("The table did not answer. Nothing was written; try again.", true);
  } finally {
    if (button) button.disabled = false;
  }
});

function sure(words) {
  const dialog = $("#sure");
  $("#sure-words").textContent = words;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((told) => dialog.addEventListener("close", () => told(dialog.returnValue === "yes"), { once: true }));
}

let fading;
function toast(words, bad) {
  const p = document.createElement("p");
  p.textContent = words;
  if (bad) p.className = "bad";
  $("#toast").replaceChildren(p);
  clearTimeout(fading);
  fading = setTimeout(() => p.remove(), bad ? 8000 : 4000);
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = $(`#${opener.dataset.dialog}`);
    $("form", dialog).reset();
    $("[name=act]", dialog).value = opener.dataset.act;
    const unnamed = $("[data-unnamed]", dialog);
    if (unnamed) unnamed.closest("label").hidden = Boolean(opener.dataset.name);
    dialog.showModal();
  }
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
});

// --- a sound when a flag arrives ---

const sound = $("#sound");
let ring = null;
let known = null;

if (sound) {
  sound.addEventListener("click", () => {
    ring = ring ? null : new AudioContext();
    sound.setAttribute("aria-pressed", String(Boolean(ring)));
    sound.textContent = ring ? "Sound is on" : "Sound is off";
    if (ring) chime();
  });
  document.addEventListener("letter", () => {
    const count = Number(($("#open-flags") || { dataset: {} }).dataset.count || 0);
    if (known !== null && count > known) chime();
    known = count;
    document.title = `${count ? `(${count}) ` : ""}Flags · WFF 'N PROOF`;
  });
}

function chime() {
  if (!ring) return;
  [660, 880].forEach((pitch, n) => {
    const tone = ring.createOscillator();
    const loud = ring.createGain();
    const start = ring.currentTime + n * 0.16;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.25, start);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(loud).connect(ring.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  });
}

// --- pictures: a clip to scrub, and the picture of a moment on the timeline ---

const film = $("[data-film]");
if (film) {
  let shots = JSON.parse(film.dataset.film);
  const scrub = $("#scrub");
  const show = () => {
    const at = shots.times[Number(scrub.value)];
    $("#clip").src = `/evidence/${at}.jpg`;
    const away = (at - shots.at) / 1000;
    $("#scrub-at").textContent = `${away < 0 ? "−" : "+"}${Math.abs(away).toFixed(1)} s`;
  };
  if (scrub) {
    scrub.addEventListener("input", show);
    show();
  }
  let looks = 0;
  const again = setInterval(async () => {
    looks += 1;
    if (looks > 6 || (shots.after !== null && shots.after >= shots.at + 1500)) return clearInterval(again);
    const fresh = await (await fetch(film.dataset.filmFrom)).json();
    if (fresh.times.length > shots.times.length) {
      if (!scrub) return location.reload();
      shots = fresh;
      scrub.max = String(shots.times.length - 1);
    }
  }, 2000);
}

for (const link of $$("[data-picture]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const pane = $("#picture");
    $("img", pane).src = link.href;
    $("figcaption", pane).textContent = link.dataset.picture;
    pane.hidden = false;
  });
}

function unfold() {
  const el = location.hash && document.getElementById(location.hash.slice(1));
  if (el && el.matches("details")) el.open = true;
}
addEventListener("hashchange", unfold);

document.addEventListener("DOMContentLoaded", () => {
  unfold();
  listen();
  setInterval(clocks, 200);
});
