"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const items = [...document.querySelectorAll(".steps li")];
  const last = data.frames.length - 1;
  if (last < 0) return;
  // Frames are counted from the start; steps have the numbers that the list shows.
  const numbers = data.frames.map((frame) => frame.step);
  const most = Math.max(0, ...numbers);
  const given = new Set(data.given);
  const places = data.slots.length;

  // What every step shows: each is the one before and its changes.
  const states = [];
  let digits = new Array(data.rows * data.cols).fill(null);
  let marks = new Uint8Array(digits.length * places);
  for (const frame of data.frames) {
    digits = digits.slice();
    marks = marks.slice();
    for (const [cell, digit] of frame.digits) digits[cell] = digit < data.low ? null : digit;
    for (const [slot, code] of frame.marks) marks[slot] = code;
    states.push({ digits, marks });
  }

  const element = (name, attributes, parent) => {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    parent.append(made);
    return made;
  };
  const group = find("marks");
  const RADIUS = [0, 0, 0.035, 0.0455, 0.056];
  const cells = digits.map((_, cell) => {
    const x = cell % data.cols, y = Math.floor(cell / data.cols);
    const baseline = (size) => 0.36 * size;
    const digit = element("text", {
      x: x + 0.5, y: y + 0.5 + baseline(data.digit), "font-size": data.digit,
      class: given.has(cell) ? "given" : "entered",
    }, group);
    const slots = data.slots.map(([dx, dy], i) => {
      const text = element("text", {
        x: x + dx, y: y + dy + baseline(data.mark), "font-size": data.mark, class: "mark",
      }, group);
      text.textContent = data.low + i;
      const dot = element("circle", { cx: x + dx, cy: y + dy, r: 0 }, group);
      return { text, dot };
    });
    return { digit, slots };
  });
  const rows = [];
  for (let r = 0; r < data.rows; r += 1) {
    const row = find("cells").tBodies[0].insertRow();
    rows.push(...Array.from({ length: data.cols }, () => row.insertCell()));
  }

  let now = -1;
  let timer = 0;
  const show = (step, move = true) => {
    step = Math.max(0, Math.min(last, step));
    if (step === now) return;
    const state = states[step];
    cells.forEach(({ digit, slots }, cell) => {
      const value = state.digits[cell];
      digit.textContent = value === null ? "" : value;
      rows[cell].textContent = value === null ? "empty" : value;
      slots.forEach(({ text, dot }, i) => {
        const code = state.marks[cell * places + i];
        text.style.display = code === 1 ? "" : "none";
        dot.style.display = code > 1 ? "" : "none";
        dot.setAttribute("r", RADIUS[code]);
        dot.setAttribute("class", "dot" + code);
      });
    });
    find("tints").innerHTML = data.frames[step].tints;
    find("overlay").innerHTML = data.frames[step].over;
    const name = items[step].querySelector("button").textContent;
    const heading = document.createElement("h2");
    heading.textContent = name;
    find("told").replaceChildren(heading, ...items[step].querySelector(".told").cloneNode(true).childNodes);
    if (now >= 0) items[now].removeAttribute("aria-current");
    items[step].setAttribute("aria-current", "step");
    // The list is moved, not the page: whoever looks at the board must not lose it.
    const list = items[step].parentElement;
    if (move) list.scrollTop = items[step].offsetTop - list.offsetTop - list.clientHeight / 2;
    now = step;
    const number = numbers[step];
    const where = step === 0 ? "Start" : "End";
    find("at").textContent = number === null ? where + "; go to step" : "Step";
    find("jump").value = number === null ? "" : number;
    find("of").textContent = "of " + most;
    find("first").disabled = find("previous").disabled = step === 0;
    find("last").disabled = find("next").disabled = step === last;
    if (step === last) stop();
    // The address keeps the place; a page that may not do so still works.
    try { history.replaceState(null, "", "#at=" + step); } catch { /* a sandboxed frame */ }
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    find("play").textContent = "Play";
    find("play").setAttribute("aria-pressed", "false");
    find("told").setAttribute("aria-live", "polite");
  };
  const play = () => {
    if (timer) return stop();
    if (now === last) show(0);
    find("play").textContent = "Stop";
    find("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => show(now + 1), Number(find("pace").value));
  };
  const go = (step) => { stop(); show(step); };

  find("first").onclick = () => go(0);
  find("previous").onclick = () => go(now - 1);
  find("next").onclick = () => go(now + 1);
  find("last").onclick = () => go(last);
  find("play").onclick = play;
  find("pace").onchange = () => { if (timer) { stop(); play(); } };
  find("jump").max = most;
  find("jump").onchange = (event) => {
    const wanted = Number.parseInt(event.target.value, 10);
    // The step asked for, else the next that there is; 0 is the start.
    const next = numbers.findIndex((number) => number !== null && number >= wanted);
    if (wanted <= 0) go(0);
    else if (wanted > 0) go(next < 0 ? last : next);
    event.target.value = numbers[now] === null ? "" : numbers[now];
  };
  items.forEach((item, i) => { item.querySelector("button").onclick = () => { stop(); show(i, false); }; });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tag = event.target.tagName;
    if (tag === "INPUT" || tag === "SELECT") return;
    // A button takes the space bar for itself.
    if (event.key === " " && tag === "BUTTON") return;
    const keys = {
      ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1),
      n: () => go(now + 1), p: () => go(now - 1),
      Home: () => go(0), End: () => go(last), " ": play,
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  const root = document.documentElement;
  const theme = find("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const label = () => { theme.textContent = isDark() ? "Light colours" : "Dark colours"; };
  theme.onclick = () => { root.dataset.theme = isDark() ? "light" : "dark"; label(); };
  system.addEventListener("change", label);
  label();

  document.body.classList.add("player");
  for (const part of [".controls", ".keys", "#theme", "#told"]) document.querySelector(part).hidden = false;
  const asked = /^#at=(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : 0);
})();
