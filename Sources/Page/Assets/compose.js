// Writing: drafts, buttons, suggestions of tags, preview.

const {
  canStoreFiles, database, deliver, draftsAreThere, filesKey, filesOf, forgetAtOnce, keepAtOnce, newID, ownDraft,
  putFiles, sizeOf, titleOf, waiting,
} = await import(document.body.dataset.outbox);
const form = document.getElementById("compose");
const area = document.getElementById("words");
const saved = document.getElementById("saved");
const { account, api, home, words: table } = document.body.dataset;

const words = JSON.parse(table || "{}");
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`tl:${name}`, { detail }));
const say = (text) => tell("say", text);

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

// MARK: - Drafts: 300 ms after a key, and when the page is left

// A note has one draft; new notes have one together, and one for each subject and shared or refused text.
const query = new URLSearchParams(location.search);
const subjects = [query.get("milestone"), query.get("prompt")].filter(Boolean);
const asked = query.get("draft") ?? (query.has("saved") ? `saved-${query.get("saved")}` : subjects.join(":"));
const draftName = await ownDraft(form.dataset.base ? form.dataset.id : "new", asked);
// A form that was kept for writing without a network is opened often, and each note has an id of its own.
if (!form.dataset.base && !form.querySelector("[role=alert]")) form.dataset.id = form.elements.id.value = newID();
const fields = form.dataset.fields.split(" ");
const values = () => Object.fromEntries(fields.map((f) => [f, form.elements[f]?.value ?? ""]));
/** What the server wrote. Words can be typed before this script runs, so it is not what the fields have. */
const given = Object.fromEntries(fields.map((f) => [f, written(form.elements[f])]));
// A browser that brings back what it remembers of a form would hide a newer draft.
form.autocomplete = "off";
let timer;
/** Done when the form has its draft. */
let taken;
/** How many changes there were, and how many of them the database has. */
let changes = 0;
let keptChanges = 0;
let isSent = false;
/** The number of the draft on the server, the request that stores it, when, and the one after it. */
let stored = form.elements.draft?.value;
let storing;
let storedAt = 0;
let later;
/** The files that the draft has, and their key. */
let keptFiles = "[]";
let keptKey;
/** The operation that waits for this note, whose text is in the form. */
let replaces;

function written(field) {
  const copy = field?.cloneNode() ?? { value: "" };
  // The field has it with its own line ends, or its own form of a time.
  if (field) copy.value = field.defaultValue;
  return copy.value;
}

const attached = () => [...form.elements.files.files];
const describe = (files) => JSON.stringify(files.map((f) => [f.name, f.size, f.lastModified]));
const isChanged = () => attached().length > 0 || fields.some((f) => values()[f] !== given[f]);

function hidden(name, value) {
  const field = form.elements[name] ?? form.appendChild(element("input", { type: "hidden", name }));
  field.value = value;
}

/** Hands files to the module that lists them, which comes after this one. */
function add(files) {
  if (!files?.length) return;
  const give = () => tell("files", files);
  if (document.readyState === "complete") give();
  else addEventListener("load", give, { once: true });
}

const draftNow = () => ({
  ...values(), id: form.dataset.id, base: form.dataset.base ?? null, caret: area.selectionStart,
  time: new Date().toISOString(), number: stored, address: location.pathname + location.search, blobs: keptKey,
});

/** Before the page is left. */
function keepLastWords() {
  if (isSent || keptChanges === changes || !isChanged()) return;
  keepAtOnce(draftName, draftNow());
  keepDraft();
}

async function keepDraft(isLast) {
  clearTimeout(timer);
  timer = undefined;
  if (isSent || !isChanged()) return;
  await taken;
  const count = changes;
  const files = attached();
  const keepsFiles = files.length > 0 && (await canStoreFiles());
  if (describe(files) !== keptFiles) [keptFiles, keptKey] = [describe(files), keepsFiles ? newID() : undefined];
  const draft = draftNow();
  try {
    await database("readwrite", ({ drafts, blobs }) => {
      drafts.put(draft, draftName);
      if (draft.blobs) putFiles(blobs, draft.blobs, files);
    }, sizeOf(files));
    keptChanges = count;
    forgetAtOnce(draftName, draft.time);
    const time = new Date(draft.time).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    if (!isLast) saved.textContent = files.length && !keepsFiles ? words.noFiles : words.draft.replace("{time}", time);
  } catch {
    saved.textContent = words.noDraft;
  }
  if (isLast) return;
  if (Date.now() - storedAt >= 5000) storing = storeDraft();
  else later ||= setTimeout(() => (storing = storeDraft()), 5000);
}

/** Stores the draft on the server too, for a browser that forgets. */
async function storeDraft() {
  clearTimeout(later);
  later = undefined;
  if (isSent || !isChanged()) return;
  storedAt = Date.now();
  const data = new FormData(form);
  data.delete("files");
  try {
    const answer = await fetch(`${home}drafts`, {
      method: "POST", body: new URLSearchParams(data), signal: AbortSignal.timeout(5000),
      headers: { "X-Requested-With": "tl", "Tl-Account": account },
    });
    stored = (await answer.json()).number ?? stored;
    if (stored) hidden("draft", stored);
  } catch {
    // It is in this browser, and the next key tries again.
  }
}

/** What was written here before and is not in the vault yet. */
async function unsent() {
  const path = new URL(form.action).pathname;
  const found = form.dataset.base && (await waiting().catch(() => [])).findLast((o) => o.action === path);
  if (!found) return null;
  replaces = found;
  add(await filesOf(found));
  const value = Object.fromEntries(found.fields);
  return { ...value, caret: 0 };
}

/** Both texts, unless one holds the other. */
const joined = (kept, typed) => (kept.includes(typed) ? kept : typed.includes(kept) ? typed : `${kept}\n\n${typed}`);

/** @returns Whether the form has exactly what the draft has. */
async function takeDraft() {
  await draftsAreThere;
  const waits = await unsent();
  const kept = await database("readonly", ({ drafts }) => drafts.get(draftName)).catch(() => null);
  const draft = kept ?? waits;
  if (waits && waits.base !== form.dataset.base) form.dataset.base = form.elements.base.value = waits.base;
  if (kept) stored ??= kept.number;
  if (!draft) return false;
  // The form has the state of the note that the draft was written on: saving merges both.
  const isOlder = draft.base !== (form.dataset.base ?? null);
  if (isOlder) {
    // A form that shows a conflict has the words of the draft.
    if (!draft.base || !form.dataset.base || form.querySelector("[role=alert]")) return false;
    form.dataset.base = form.elements.base.value = draft.base;
  }
  const typed = values();
  for (const f of fields) {
    const old = draft[f] ?? given[f];
    if (typed[f] === given[f]) typed[f] = old;
    else if (f === "text") typed[f] = joined(old, typed[f]);
    if (form.elements[f] && form.elements[f].value !== typed[f]) form.elements[f].value = typed[f];
  }
  form.dataset.id = form.elements.id.value = draft.id;
  if (kept) {
    const files = await filesOf(kept, draftName).catch(() => []);
    if (files.length) [keptFiles, keptKey] = [describe(files), filesKey(kept, draftName)];
    add(files);
  }
  const discard = element("button", { type: "button", class: "quiet" }, words.discard);
  const note = element("p", { class: "notice", role: "status" }, isOlder ? words.restoredOlder : words.restored, " ", discard);
  discard.addEventListener("click", async () => {
    isSent = true;
    await forget();
    form.reset();
    location.reload();
  });
  form.querySelector("header").after(note);
  if (typed.text === draft.text) area.setSelectionRange(draft.caret, draft.caret);
  return fields.every((f) => typed[f] === (draft[f] ?? given[f]));
}

function forget() {
  forgetAtOnce(draftName);
  return database("readwrite", ({ drafts }) => drafts.delete(draftName)).catch(() => {});
}

function keepSoon() {
  changes += 1;
  clearTimeout(timer);
  timer = setTimeout(() => keepDraft(), 300);
}

form.addEventListener("input", () => {
  keepSoon();
  preview();
});
addEventListener("pagehide", keepLastWords);
document.addEventListener("visibilitychange", () => document.hidden && keepLastWords());

form.addEventListener("submit", (event) => {
  if (isSent) return event.preventDefault();
  if (keptChanges !== changes && isChanged()) keepAtOnce(draftName, draftNow());
  const kept = keepDraft(true);
  isSent = true;
  // What is written now would not be sent.
  setInert(true);
  clearTimeout(later);
  saved.textContent = words.sending;
  form.querySelector(".primary").setAttribute("aria-busy", "true");
  sessionStorage.setItem(`tl-sent-${account}`, JSON.stringify([draftName, form.elements.id.value]));
  event.preventDefault();
  send(kept);
});

async function send(kept) {
  await taken;
  // A draft that arrives after the note would stay.
  const after = Promise.all([storing, kept]);
  if (attached().length) await canStoreFiles();
  const draft = isChanged() ? { name: draftName, value: draftNow() } : undefined;
  const progress = (index, bytes) => tell("progress", { index, bytes });
  const label = titleOf(area.value) ?? form.elements.files.files[0]?.name;
  try {
    const id = form.elements.operation.value;
    const result = await deliver(form.action, new FormData(form), { id, label, replaces, draft, progress, after });
    const waits = result.hasDraft || !draft ? [forget()] : [];
    tell("sent", waits);
    await Promise.allSettled(waits);
    if (!result.waits) location.assign(result.address);
    else if (result.status === 401 || navigator.serviceWorker?.controller) location.assign(`${home}drafts`);
    else saved.textContent = words.kept;
  } catch (error) {
    if (!error.waits && !attached().length) {
      // The server's page says why, with what was written.
      return form.submit();
    }
    unsend();
    tell("refused", error);
  }
}

/** All but the header, which says how far it is. */
function setInert(isInert) {
  for (const part of form.children) part.inert = isInert && part.tagName !== "HEADER";
}

/** The form can be sent again. */
function unsend() {
  isSent = false;
  setInert(false);
  form.querySelector(".primary").removeAttribute("aria-busy");
  saved.textContent = "";
}
// What was sent has an id that the server knows: what is written after it needs another.
addEventListener("pageshow", (event) => event.persisted && (isSent ? location.reload() : unsend()));

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

// MARK: - Buttons

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
  // What a reader calls a character; counting a long text takes too long for each key.
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
// What was typed before this script ran is in no draft yet.
taken = takeDraft().then((isWhole) => {
  hidden("operation", form.dataset.base ? newID() : form.elements.id.value);
  if (!isWhole && isChanged()) keepSoon();
});
await taken;
countCharacters();
// Who asked for a photo or a recording is led there.
if (!location.hash && !("ontouchstart" in window) && !form.querySelector("[role=alert]")) area.focus();
