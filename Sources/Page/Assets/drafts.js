// What is in this browser alone: what waits to be sent, drafts, and the pages that can be read without the server.

const {
  audienceOf, database, waiting, discard, filesKey, filesOf, retry, forgetCopies, draftsAreThere, element, moment,
  titleOf, wholeText,
} = await import(document.body.dataset.outbox);
const { home, account, words: table } = document.body.dataset;
const prefix = home.slice(0, -1);
const words = {
  discard: "Discard", open: "Open", refused: "Refused: {why}", waits: "Waits since {time}", newNote: "New note",
  change: "Changed note", onlyHere: "only on this device", oneWord: "1 word", someWords: "{n} words",
  size: "{n} pages, {size} MB with pictures and sounds. They go when you sign out.",
  ...JSON.parse(table || "{}"),
};

function button(label, name, act) {
  const result = element("button", { type: "button", "aria-label": `${label}: ${name}` }, label);
  result.addEventListener("click", () => act().then(show));
  return result;
}

/** @param remove Does what is behind ⋯. */
function item(name, about, href, picture, text, remove, ...buttons) {
  const row = document.getElementById("row").content.cloneNode(true).firstElementChild;
  const title = element(href ? "a" : "span", { class: "name", dir: "auto", ...(href && { href }) }, name);
  row.querySelector(".name").replaceWith(title);
  row.querySelector("small").append(...about);
  row.querySelector("p").append(text);
  if (picture) row.querySelector(".pic").replaceWith(picture);
  row.querySelector("summary").ariaLabel += `: ${name}`;
  row.querySelector(".buttons").append(button(words.discard, name, remove));
  row.querySelector(".more").before(...buttons);
  return row;
}

/** `Today, 11:10`, or the day. */
function near(time) {
  const [day, clock] = moment(time).split(", ");
  const days = Math.round((new Date(time).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86_400_000);
  const said = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(days, "day");
  return element("time", { datetime: time }, `${days < -1 ? day : said[0].toUpperCase() + said.slice(1)}, ${clock}`);
}

function counted(text) {
  const count = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)?.length ?? 0;
  return count === 1 ? words.oneWord : words.someWords.replace("{n}", count);
}

/** The first picture among files. */
async function pictureOf(files) {
  const file = (await files.catch(() => [])).find(({ type }) => /^image\/(jpeg|png|webp|gif|avif)$/.test(type));
  return file && element("img", { class: "pic", src: URL.createObjectURL(file), alt: "", width: 56, height: 56 });
}

function fill(id, items) {
  const section = document.getElementById(id);
  section.hidden = !items.length;
  section.querySelector("ul")?.replaceChildren(...items);
}

/** What was refused becomes a draft again, in its form. */
async function openOperation(operation) {
  const value = Object.fromEntries(operation.fields);
  const isNew = operation.action === `${prefix}/new`;
  const name = isNew ? `new:${value.id}` : value.id;
  const draft = {
    ...value, text: value.text ?? "", boxes: audienceOf(operation.fields).changes, base: value.base ?? null, caret: 0,
    time: operation.time, blobs: filesKey(operation),
  };
  await database("readwrite", ({ drafts, outbox }) => {
    const known = drafts.get(name);
    known.onsuccess = () => {
      // A draft that was begun since stays beside it.
      const { result } = known;
      const other = !result ? "" : result.title === draft.title ? result.text : wholeText(result);
      const text = draft.text.includes(other) ? draft.text : other.includes(draft.text) ? other : `${other}\n\n${draft.text}`;
      drafts.put({ ...draft, text }, name);
    };
    outbox.delete(operation.key);
  });
  location.assign(isNew ? `${prefix}/new?draft=${value.id}` : operation.action);
}

async function showWaiting() {
  const operations = await waiting();
  fill("waiting", await Promise.all(operations.map(async (operation) => {
    const name = operation.label || operation.action;
    const why = operation.reason ?? operation.problem;
    const about = why ? words.refused.replace("{why}", why) : words.waits.replace("{time}", moment(operation.time));
    const isText = operation.fields.some(([field]) => field === "text");
    const open = isText ? [button(words.open, name, () => openOperation(operation))] : [];
    return item(name, [about], null, await pictureOf(filesOf(operation)), "", () => discard(operation), ...open);
  })));
}

async function showDrafts() {
  await draftsAreThere;
  const keys = await database("readonly", ({ drafts }) => drafts.getAllKeys());
  const all = await database("readonly", ({ drafts }) => drafts.getAll());
  const newest = keys.map((key, index) => [key, all[index]]).sort(([, a], [, b]) => (a.time < b.time ? 1 : -1));
  const hasList = document.getElementById("stored");
  const stored = [...document.querySelectorAll("#stored li")];
  for (const copy of stored) copy.hidden = false;
  const form = (name, { address, base, id }) =>
    address ?? (base ? `${prefix}/n/${id}/edit` : name === "new" ? `${prefix}/new` : `${prefix}/new?draft=${id}`);
  fill("local", await Promise.all(newest.map(async ([name, draft]) => {
    const title = titleOf(wholeText(draft)) || words.newNote;
    // The server has a copy of most, which need not be listed twice. Who leaves at once does not hear its number.
    const isNear = (time) => Math.abs(new Date(time) - new Date(draft.time)) < 10_000;
    const copy = stored.find((one) => one.dataset.number === String(draft.number)
      || (one.querySelector(".name").textContent === title && isNear(one.querySelector("time").dateTime)));
    if (copy) copy.hidden = true;
    const kind = draft.base ? words.change : words.newNote;
    const where = hasList && !copy ? `, ${words.onlyHere}` : "";
    const about = [near(draft.time), ` · ${kind}, ${counted(wholeText(draft))}${where}`];
    const picture = (await pictureOf(filesOf(draft, name))) ?? copy?.querySelector("img")?.cloneNode();
    const remove = async () => {
      await database("readwrite", ({ drafts }) => drafts.delete(name));
      copy?.querySelector(".danger")?.click();
    };
    const below = wholeText(draft).trim().split("\n").slice(1).join(" ").trim().slice(0, 200);
    return item(title, about, form(name, draft), picture, below, remove);
  })));
}

async function showKept() {
  if (!globalThis.caches || document.body.dataset.copies === "off") return;
  const pages = await caches.open(`tl-pages-${account}`);
  const paths = (await pages.keys()).map((request) => new URL(request.url)).filter((url) => !url.search)
    .map((url) => url.pathname.slice(prefix.length));
  const months = paths.filter((path) => path.startsWith("/m/")).sort().reverse();
  const notes = paths.filter((path) => /^\/n\/[^/]+$/.test(path)).reverse().slice(0, 50);
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const size = words.size.replace("{n}", paths.length).replace("{size}", (usage / 1e6).toFixed(1));
  document.getElementById("kept-size").textContent = size;
  const label = (path) => {
    const date = new Date(`${path.slice(3)}-15T12:00:00Z`);
    return date.toLocaleDateString(document.documentElement.lang, { month: "long", year: "numeric" });
  };
  const title = async (path) => /<title>([^<]*?)(?: · [^<]*)?<\/title>/.exec(await (await pages.match(prefix + path)).text())?.[1] ?? path;
  const decoded = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent;
  const link = (path, text) => element("li", {}, element("a", { class: "name", href: prefix + path, dir: "auto" }, text));
  // What can be read is listed where something could not be.
  fill("kept", document.getElementById("stored") ? paths : [
    ...months.map((path) => link(path, label(path))),
    ...(await Promise.all(notes.map(async (path) => link(path, decoded(await title(path)))))),
  ]);
}

async function show() {
  await Promise.all([showWaiting(), showDrafts(), showKept()]).catch(() => {});
}

document.getElementById("retry").addEventListener("click", () => retry().then(show));
document.getElementById("clear").addEventListener("click", () => forgetCopies().then(show));
document.addEventListener("tl:outbox", () => showWaiting().catch(() => {}));
await show();
