// The sand-timer: a glass whose sand runs as the table's lights do, drawn from the limit that is running.
"use strict";

(() => {
  const svg = document.querySelector("#glass");
  const NS = "http://www.w3.org/2000/svg";
  const TOP = 26, NECK = 180, FOOT = 334, MIDDLE = 100;

  // Half the width of a bulb at a height above the neck, from 0 at the neck to 1 at the plate.
  function wide(u) {
    const curve = Math.sin((Math.PI / 2) * Math.min(1, u / 0.72)) ** 1.5;
    return 4 + 66 * curve - (u > 0.72 ? 5 * ((u - 0.72) / 0.28) ** 2 : 0);
  }

  function outline(from, to) {
    const right = [], left = [];
    for (let n = 0; n <= 40; n += 1) {
      const u = n / 40;
      const y = from + (to - from) * u;
      right.push(`${(MIDDLE + wide(u)).toFixed(1)} ${y.toFixed(1)}`);
      left.unshift(`${(MIDDLE - wide(u)).toFixed(1)} ${y.toFixed(1)}`);
    }
    return `M${right.join("L")}L${left.join("L")}Z`;
  }

  // How full a bulb is when its sand stands at a height, by area; and the other way round.
  const areas = [0];
  for (let n = 1; n <= 200; n += 1) areas.push(areas[n - 1] + wide((n - 0.5) / 200));
  const FULL = 0.86;  // of the bulb's height, when all of the sand is in it
  const most = areas[Math.round(FULL * 200)];
  const height = (fraction) => areas.findIndex((area) => area >= fraction * most) / 200;
  const emptied = (fraction) => {
    const whole = areas[200], target = whole - fraction * most;
    return 1 - areas.findIndex((area) => area >= target) / 200;
  };

  const make = (name, attributes, parent = svg) => {
    const el = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
    return parent.appendChild(el);
  };

  const defs = make("defs", {});
  const grains = make("linearGradient", { id: "grains", x1: 0, y1: 0, x2: 0, y2: 1 }, defs);
  make("stop", { offset: 0 }, grains);
  make("stop", { offset: 1 }, grains);
  const upper = outline(NECK, TOP), lower = outline(NECK, FOOT);
  make("path", { d: upper }, make("clipPath", { id: "upper" }, defs));
  make("path", { d: lower }, make("clipPath", { id: "lower" }, defs));
  make("path", { d: upper, class: "bulb" });
  make("path", { d: lower, class: "bulb" });
  const above = make("path", { class: "grains", "clip-path": "url(#upper)" });
  const below = make("path", { class: "grains", "clip-path": "url(#lower)" });
  const fall = make("line", { class: "fall", x1: MIDDLE, x2: MIDDLE, y1: NECK - 4 });
  make("path", { d: "M48 52C44 78 50 104 66 126", class: "shine" });
  make("path", { d: "M46 300C42 278 50 254 66 236", class: "shine" });
  make("rect", { x: 18, y: 8, width: 164, height: 16, rx: 8, class: "frame" });
  make("rect", { x: 18, y: 336, width: 164, height: 16, rx: 8, class: "frame" });

  function pour(fraction, running) {
    const level = NECK - (NECK - TOP) * height(fraction);
    const dip = running ? 10 * Math.min(1, fraction * 6) : 3;
    above.setAttribute("d", fraction <= 0.002 ? "" : `M0 ${level}Q100 ${level + dip * 2} 200 ${level}V${NECK + 2}H0Z`);
    const gone = 1 - fraction;
    const heap = FOOT - (FOOT - NECK) * emptied(gone);
    const mound = 16 * Math.min(1, gone * 5) * Math.min(1, (1 - gone) * 5 + 0.35);
    below.setAttribute("d", gone <= 0.002 ? "" : `M0 ${heap + mound * 0.7}Q60 ${heap + mound * 0.5} 100 ${heap - mound}Q140 ${heap + mound * 0.5} 200 ${heap + mound * 0.7}V${FOOT}H0Z`);
    fall.setAttribute("y2", heap - mound + 2);
    fall.setAttribute("visibility", running && fraction > 0.002 ? "visible" : "hidden");
  }

  // The same as `view.sand` of the referee: state, fraction of the glass, milliseconds that are left.
  function sand(now) {
    const d = (document.querySelector("#sand") || { dataset: {} }).dataset;
    if (!d.due) return ["resting", 0, null];
    const due = Number(d.due), out = Number(d.out), glass = Number(d.glass);
    if (d.still) return ["standing", (Math.max(0, due - Number(d.still)) % glass) / glass, Math.max(0, due - Number(d.still))];
    if (now >= out) return ["resting", 0, null];
    if (now >= due) return ["counting", (out - now) / (out - due), out - now];
    return [d.extra ? "extra" : "running", ((due - now) % glass) / glass, due - now];
  }

  function frame() {
    const now = window.table.now();
    if (now !== null) {
      const [state, fraction, left] = sand(now);
      for (const name of ["resting", "standing", "counting", "extra", "running"]) document.body.classList.toggle(name, name === state);
      pour(fraction, state === "running" || state === "extra" || state === "counting");
      const words = left === null ? "" : state === "counting" ? String(Math.ceil(left / 1000)) : window.span(left);
      window.write(document.querySelector("#left"), words);
      svg.setAttribute("aria-label", left === null ? "The sand-timer rests" : `The sand-timer: ${words} left`);
    }
  }

  // Five times a second is enough for sand, and leaves a small computer time for the game.
  pour(0, false);
  setInterval(frame, 200);
  document.addEventListener("letter", frame);
})();
