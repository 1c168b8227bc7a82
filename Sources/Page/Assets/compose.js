// Writing: drafts, and the way to the server.

const {
  audienceOf, canStoreFiles, database, deliver, draftsAreThere, element, filesKey, filesOf, forgetAtOnce, keepAtOnce,
  newID, ownDraft, putFiles, sizeOf, titleOf, waiting,
} = await import(document.body.dataset.outbox);
const form = document.getElementById("compose");
const area = document.getElementById("words");
const { base, title } = form.elements;
const saved = document.getElementById("saved");
const { account, home, words: table } = document.body.dataset;

const words = JSON.parse(table || "{}");
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`tl:${name}`, { detail }));

/** A long text stands beside its box, as what is shown without script: a browser takes seconds to put it into one. */
const { long } = form.dataset;
let longText;
if (long) {
  const html = form.querySelector("noscript").textContent.replace(/<(\/?)textarea[^>]*>/g, "<$1pre>");
  longText = new DOMParser().parseFromString(html, "text/html").querySelector("pre").textContent;
  const fill = ({ inParts }) => inParts(area, [words.before, words.after], longText);
  await import(long).then(fill, () => (area.value = longText));
  area.disabled = area.hidden = false;
}

// MARK: - Drafts: 300 ms after a key, and when the page is left

// A note has one draft; new notes have one together, and one for each subject and shared or refused text.
const query = new URLSearchParams(location.search);
const subjects = [query.get("milestone"), query.get("prompt")].filter(Boolean);
const asked = query.get("draft") ?? (query.has("saved") ? `saved-${query.get("saved")}` : subjects.join(":"));
let draftName = await ownDraft(base ? form.dataset.id : "new", asked, (name) => {
  if (isSent || isChanged()) return false;
  draftName = name;
  taken = take();
  return true;
});
// A form that was kept for writing without a network is opened often, and each note has an id of its own.
if (!base && !form.querySelector("[role=alert]")) form.dataset.id = form.elements.id.value = newID();
const fields = [...form.dataset.fields.split(" "), "boxes"];
const boxes = () => [...form.querySelectorAll(".audience input")];
const audience = (isTicked = (box) => box.checked) =>
  audienceOf(boxes().filter((b) => b.type === "hidden" || isTicked(b)).map((b) => [b.name, b.value]));
const values = () => ({
  ...Object.fromEntries(fields.map((f) => [f, form.elements[f]?.value ?? ""])), boxes: audience().changes,
});
/** What the server wrote. Words can be typed before this script runs, so it is not what the fields have. */
const given = {
  ...Object.fromEntries(fields.map((f) => [f, written(form.elements[f])])),
  boxes: audience((box) => box.defaultChecked).changes,
};
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
  if (long && field === area) return longText;
  const copy = field?.cloneNode() ?? { value: "" };
  // The field has it with its own line ends, or its own form of a time.
  if (field) copy.value = field.defaultValue;
  return copy.value;
}

const attached = () => [...form.elements.files.files];
const describe = (files) => JSON.stringify(files.map((f) => [f.name, f.size, f.lastModified]));
function isChanged() {
  const now = values();
  return attached().length > 0 || fields.some((f) => now[f] !== given[f]);
}

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
  ...values(), id: form.dataset.id, base: base?.value ?? null, caret: area.selectionStart,
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
    if (!isLast) saved.textContent = files.length && !keepsFiles ? words.noFiles : words.draft;
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
  const found = base && (await waiting().catch(() => [])).findLast((o) => o.action === path);
  if (!found) return null;
  replaces = found;
  add(await filesOf(found));
  const value = Object.fromEntries(found.fields);
  return { ...value, boxes: audienceOf(found.fields).changes, caret: 0 };
}

/** Both texts, unless one holds the other. */
const joined = (kept, typed) => (kept.includes(typed) ? kept : typed.includes(kept) ? typed : `${kept}\n\n${typed}`);

/** @returns Whether the form has exactly what the draft has. */
async function takeDraft() {
  await draftsAreThere;
  const waits = await unsent();
  const kept = await database("readonly", ({ drafts }) => drafts.get(draftName)).catch(() => null);
  const draft = kept ?? waits;
  if (waits && waits.base !== base.value) base.value = waits.base;
  if (kept) stored ??= kept.number;
  if (!draft) return false;
  // Without a field for the title it has its heading in its text.
  draft.title ??= "";
  // The form has the state of the note that the draft was written on: saving merges both.
  const isOlder = draft.base !== (base?.value ?? null);
  if (isOlder) {
    // A form that shows a conflict has the words of the draft.
    if (!draft.base || !base || form.querySelector("[role=alert]")) return false;
    base.value = draft.base;
  }
  const typed = values();
  for (const f of fields) {
    const old = draft[f] ?? given[f];
    if (typed[f] === given[f]) typed[f] = old;
    else if (f === "text") typed[f] = joined(old, typed[f]);
    if (form.elements[f] && form.elements[f].value !== typed[f]) form.elements[f].value = typed[f];
  }
  const { was } = audience();
  const lines = typed.boxes.split("\n");
  for (const box of boxes().filter((b) => b.type === "checkbox")) {
    const name = `${box.name}=${box.value}`;
    box.checked = lines.includes(`+${name}`) || (was.includes(name) && !lines.includes(`-${name}`));
  }
  form.dataset.id = form.elements.id.value = draft.id;
  if (kept) {
    const files = await filesOf(kept, draftName).catch(() => []);
    if (files.length) [keptFiles, keptKey] = [describe(files), filesKey(kept, draftName)];
    add(files);
  }
  const discard = async () => {
    isSent = true;
    await forget();
    form.reset();
    location.reload();
  };
  tell("offer", { text: isOlder ? words.restoredOlder : words.restored, label: words.discard, act: discard });
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

form.addEventListener("input", keepSoon);
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
  const label = titleOf(title.value || area.value) ?? form.elements.files.files[0]?.name;
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
});

// MARK: - Beginning

document.getElementById("rest").open = true;
document.getElementById("tray").hidden = false;
form.classList.add("live");
async function take() {
  const isWhole = await takeDraft();
  if (isWhole) saved.textContent = words.draft;
  hidden("operation", base ? newID() : form.elements.id.value);
  // What was typed before this script ran is in no draft yet.
  if (!isWhole && isChanged()) keepSoon();
  tell("set");
}
taken = take();
await taken;
// Who asked for a photo or a recording is led there.
if (location.hash === "#add-files") document.getElementById("photo").focus();
else if (!location.hash && !("ontouchstart" in window) && !form.querySelector("[role=alert], :focus")) area.focus();
