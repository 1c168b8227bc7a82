// Finds words in the published texts, one file a year, the newest first; only what is read is loaded.
"use strict";
(() => {
  const form = document.querySelector("form.search");
  const input = form.elements.q;
  const list = document.getElementById("found");
  const status = document.getElementById("status");
  const years = form.dataset.years.split(" ").filter(Boolean);
  const loaded = new Map();
  const most = 100;
  let turn = 0;

  const fold = (text) => text.normalize("NFD").replace(/\p{M}+/gu, "").replace(/đ/gi, "d").toLowerCase();

  async function notes(year) {
    if (!loaded.has(year)) {
      const answer = await fetch(`search/${year}.json`);
      if (!answer.ok) throw new Error(answer.statusText);
      const notes = await answer.json();
      for (const note of notes) note.folded = fold(`${note.title} ${note.tags.join(" ")} ${note.text}`);
      loaded.set(year, notes);
    }
    return loaded.get(year);
  }

  function show(note, words) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = note.page;
    link.dir = "auto";
    link.textContent = note.title;
    const time = document.createElement("time");
    time.className = "quiet";
    time.dateTime = note.day;
    time.textContent = note.when;
    const says = document.createElement("p");
    says.className = "says";
    says.dir = "auto";
    // Folding may change lengths: near enough for the words around.
    const place = Math.max(0, fold(note.text).indexOf(words[0]) - 60);
    const start = place > 0 ? note.text.indexOf(" ", place) + 1 : 0;
    const text = note.text.slice(start, start + 180);
    says.textContent = (start > 0 ? "… " : "") + text + (start + 180 < note.text.length ? " …" : "");
    item.append(link, time, says);
    list.append(item);
  }

  async function find() {
    const mine = ++turn;
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    list.replaceChildren();
    status.textContent = "";
    if (words.length === 0) return;
    let count = 0;
    for (const year of years) {
      const all = await notes(year);
      if (mine !== turn) return;
      for (const note of all) {
        if (count === most) return;
        if (words.every((word) => note.folded.includes(word))) {
          count += 1;
          show(note, words);
        }
      }
    }
    if (count === 0) status.textContent = form.dataset.none;
  }

  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => find().catch((error) => { status.textContent = String(error.message); }), 150);
  };
  input.addEventListener("input", soon);
  form.addEventListener("submit", (event) => { event.preventDefault(); soon(); });
  form.hidden = false;
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.focus();
  if (input.value) soon();
})();
