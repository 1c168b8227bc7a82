// Writing: drafts, buttons for who knows no Markdown, suggestions of tags, preview.

const form = document.getElementById("compose");
const area = document.getElementById("words");
const saved = document.getElementById("saved");
const { account, api, words: table } = document.body.dataset;

const words = {
  draft: "Draft saved {time}", restored: "This is the draft that you left.", discard: "Discard it", sending: "Saving…",
  noDraft: "The draft could not be saved in this browser", characters: "{n} characters",
  ...JSON.parse(table || "{}"),
};
const say = (text) => document.dispatchEvent(new CustomEvent("tl:say", { detail: text }));

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

// MARK: - Drafts: in this browser 300 ms after a key, and whenever the page is left

/** The store of this account; a note has one draft, new notes have one together. */
function store(mode, work) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(`tl-${account}`, 1);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      for (const name of ["drafts", "outbox", "blobs"]) database.createObjectStore(name);
    };
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("drafts", mode);
      const request = work(transaction.objectStore("drafts"));
      transaction.oncomplete = () => (database.close(), done(request.result));
      transaction.onerror = transaction.onabort = () => (database.close(), fail(transaction.error));
    };
  });
}

const draftName = form.dataset.base ? form.dataset.id : "new";
const fields = ["text", "tags", "when", "place"];
const values = () => Object.fromEntries(fields.map((f) => [f, form.elements[f]?.value ?? ""]));
const given = values();
let timer;
let isSent = false;

const isChanged = () => fields.some((f) => values()[f] !== given[f]);

async function keepDraft() {
  clearTimeout(timer);
  timer = undefined;
  if (isSent || !isChanged()) return;
  const now = new Date();
  const draft = { ...values(), id: form.dataset.id, base: form.dataset.base ?? null, caret: area.selectionStart, time: now.toISOString() };
  try {
    await store("readwrite", (drafts) => drafts.put(draft, draftName));
    const time = now.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    saved.textContent = words.draft.replace("{time}", time);
  } catch {
    saved.textContent = words.noDraft;
  }
}

async function takeDraft() {
  const draft = await store("readonly", (drafts) => drafts.get(draftName)).catch(() => null);
  // A draft of an older state of the note would hide what was written since.
  if (!draft || draft.base !== (form.dataset.base ?? null) || isChanged()) return;
  for (const f of fields) if (form.elements[f]) form.elements[f].value = draft[f] ?? "";
  form.dataset.id = form.elements.id.value = draft.id;
  const discard = element("button", { type: "button", class: "quiet" }, words.discard);
  const note = element("p", { class: "notice", role: "status" }, words.restored, " ", discard);
  discard.addEventListener("click", async () => {
    for (const f of fields) if (form.elements[f]) form.elements[f].value = given[f];
    note.remove();
    saved.textContent = "";
    await forget();
    area.focus();
  });
  form.querySelector("header").after(note);
  area.setSelectionRange(draft.caret, draft.caret);
}

const forget = () => store("readwrite", (drafts) => drafts.delete(draftName)).catch(() => {});

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(keepDraft, 300);
  preview();
});
addEventListener("pagehide", () => timer && keepDraft());
document.addEventListener("visibilitychange", () => document.hidden && timer && keepDraft());

// The server's next page is the proof; a draft that came back from it would be sent twice.
form.addEventListener("submit", (event) => {
  if (isSent) return event.preventDefault();
  isSent = true;
  saved.textContent = words.sending;
  form.querySelector(".primary").setAttribute("aria-busy", "true");
  sessionStorage.setItem(`tl-sent-${account}`, JSON.stringify([draftName, form.elements.id.value]));
});
/** The form can be sent again. */
function unsend() {
  isSent = false;
  form.querySelector(".primary").removeAttribute("aria-busy");
  saved.textContent = "";
}
addEventListener("pageshow", (event) => event.persisted && unsend());
document.addEventListener("tl:unsent", unsend);

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (event.key === "Enter" || event.key === "s") {
    event.preventDefault();
    if (!isSent) form.requestSubmit();
  }
  const mark = { b: "bold", i: "italic", k: "link" }[event.key];
  if (mark && document.activeElement === area) {
    event.preventDefault();
    marks[mark]();
  }
});

// MARK: - Six buttons

/** Replaces a range as typing does, so that Ctrl+Z takes it back. */
function type(text, start, end, select) {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
    area.setRangeText(text, start, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (select) area.setSelectionRange(...select);
}

function around(mark) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const text = value.slice(start, end);
  const n = mark.length;
  if (value.slice(start - n, start) === mark && value.slice(end, end + n) === mark) {
    return type(text, start - n, end + n, [start - n, end - n]);
  }
  type(mark + text + mark, start, end, [start + n, end + n]);
}

/** Puts `mark` before each line of the selection, or takes it away if all have it. */
function before(mark, others = /^(#{1,6} |[-*+] \[[ xX]\] |[-*+] |\d+[.)] )/) {
  const { value } = area;
  const start = value.lastIndexOf("\n", area.selectionStart - 1) + 1;
  const next = value.indexOf("\n", area.selectionEnd);
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split("\n");
  const isThere = lines.every((l) => l.startsWith(mark));
  const fresh = lines.map((l) => (isThere ? l.slice(mark.length) : mark + l.replace(others, "")));
  type(fresh.join("\n"), start, end);
}

function link() {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const text = value.slice(start, end);
  if (/^https?:\/\/\S+$/.test(text)) return type(`[](${text})`, start, end, [start + 1, start + 1]);
  type(`[${text}](https://)`, start, end, [start + text.length + 3, start + text.length + 11]);
}

const marks = {
  bold: () => around("**"), italic: () => around("*"), heading: () => before("## "), list: () => before("- "),
  task: () => before("- [ ] "), link,
};

const tools = document.getElementById("tools");
tools.hidden = false;
tools.addEventListener("click", (event) => {
  const mark = event.target.closest("button")?.dataset.mark;
  if (mark) marks[mark]();
});
tools.addEventListener("keydown", (event) => {
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!move) return;
  const all = [...tools.querySelectorAll("button")];
  const way = document.documentElement.dir === "rtl" ? -move : move;
  all[(all.indexOf(event.target) + way + all.length) % all.length].focus();
  event.preventDefault();
});

/** A list goes on with the next line, and ends with an empty item. */
area.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  if (!suggest.hidden || area.selectionStart !== area.selectionEnd) return;
  const at = area.selectionStart;
  const start = area.value.lastIndexOf("\n", at - 1) + 1;
  const found = /^(\s*)([-*+]|(\d+)([.)]))( \[[ xX]\])? /.exec(area.value.slice(start, at));
  if (!found) return;
  event.preventDefault();
  if (found[0].length === at - start) return type("", start, at);
  const [, indent, bullet, number, dot, box] = found;
  type(`\n${indent}${number ? Number(number) + 1 + dot : bullet}${box ? " [ ]" : ""} `, at, at);
});

// MARK: - Suggestions of tags

const suggest = document.getElementById("suggest");
const tags = document.getElementById("tags");
let asking;
let chosen = -1;
/** The field, and the part of it that a suggestion replaces. */
let target = null;

for (const box of [area, tags]) {
  box.setAttribute("aria-controls", "suggest");
  box.setAttribute("aria-autocomplete", "list");
  box.addEventListener("input", () => lookUp(box));
  box.addEventListener("blur", () => setTimeout(closeList, 150));
  box.addEventListener("keydown", (event) => moveInList(event, box));
}
tags.setAttribute("role", "combobox");
tags.setAttribute("aria-expanded", "false");

function wordAt(box) {
  const end = box.selectionStart;
  const text = box.value.slice(0, end);
  const found = box === area ? /(?:^|[\s(])#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]*)$/u.exec(text) : /(?:^|,)\s*#?([^,]+)$/.exec(text);
  return found && { box, start: end - found[1].length, end, word: found[1] };
}

async function lookUp(box) {
  asking?.abort();
  target = wordAt(box);
  if (!target) return closeList();
  asking = new AbortController();
  try {
    const answer = await fetch(`${api}/suggest?q=${encodeURIComponent(target.word)}`, { signal: asking.signal });
    const { tags: found } = await answer.json();
    if (!found.length) return closeList();
    suggest.replaceChildren(...found.slice(0, 6).map((tag, index) => {
      const item = element("li", { role: "option", id: `s-${index}`, "aria-selected": "false" },
        element("span", { dir: "auto" }, tag.name), element("small", {}, String(tag.count)));
      item.dataset.name = tag.name;
      item.addEventListener("pointerdown", (event) => (event.preventDefault(), take(item)));
      return item;
    }));
    (box === area ? document.querySelector(".pen") : box.parentElement).append(suggest);
    place(box);
    chosen = -1;
    suggest.hidden = false;
    tags.setAttribute("aria-expanded", String(box === tags));
    say(found.slice(0, 6).map((tag) => tag.name).join(", "));
  } catch {
    closeList();
  }
}

/** Below the line of the caret, as far as a text box lets one know: by the height of the text before it. */
function place(box) {
  suggest.style.top = "";
  if (box !== area) return;
  const mirror = element("div", { class: "mirror", "aria-hidden": "true" });
  mirror.textContent = area.value.slice(0, area.selectionStart);
  area.parentElement.append(mirror);
  suggest.style.top = `${area.offsetTop + mirror.offsetHeight - area.scrollTop}px`;
  mirror.remove();
}

function closeList() {
  suggest.hidden = true;
  chosen = -1;
  for (const box of [area, tags]) box.removeAttribute("aria-activedescendant");
  tags.setAttribute("aria-expanded", "false");
}

function moveInList(event, box) {
  if (suggest.hidden || event.isComposing) return;
  const all = [...suggest.children];
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length;
    all.forEach((item, index) => item.setAttribute("aria-selected", String(index === chosen)));
    box.setAttribute("aria-activedescendant", all[chosen].id);
  } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
    take(all[chosen]);
  } else if (event.key === "Escape") {
    closeList();
  } else {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}

function take(item) {
  const { box, start, end } = target;
  const text = item.dataset.name + (box === area ? " " : ", ");
  if (box === area) type(text, start, end);
  else box.setRangeText(text, start, end, "end");
  closeList();
  box.focus();
}

// MARK: - Preview

const pane = document.getElementById("preview");
const shows = document.getElementById("show");
let rendering;
let soon;

shows.addEventListener("click", () => {
  pane.hidden = !pane.hidden;
  shows.setAttribute("aria-pressed", String(!pane.hidden));
  form.classList.toggle("split", !pane.hidden);
  preview(0);
});

function preview(delay = 200) {
  if (pane.hidden) return;
  clearTimeout(soon);
  rendering?.abort();
  soon = setTimeout(async () => {
    rendering = new AbortController();
    try {
      const answer = await fetch(`${api}/preview`, {
        method: "POST", body: area.value, signal: rendering.signal,
        headers: { "Content-Type": "text/markdown", "X-Requested-With": "tl" },
      });
      // What Rendering made of it: no HTML of the text is in it.
      if (answer.ok) pane.firstElementChild.innerHTML = await answer.text();
    } catch {
      // The next key asks again.
    }
  }, delay);
}

// MARK: - Count

const count = document.getElementById("count");
const letters = new Intl.Segmenter();

function countCharacters() {
  // What a reader calls a character; in a long text counting them takes too long for each key.
  const n = area.value.length > 20_000 ? area.value.length : [...letters.segment(area.value)].length;
  count.textContent = words.characters.replace("{n}", n.toLocaleString(document.documentElement.lang));
}
count.hidden = false;
area.addEventListener("input", countCharacters);

// MARK: - Beginning

if (!CSS.supports("field-sizing", "content")) {
  const grow = () => {
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  };
  area.addEventListener("input", grow);
  grow();
}
await takeDraft();
countCharacters();
if (!("ontouchstart" in window) && !form.querySelector("[role=alert]")) area.focus();
