// The files of a note: thumbnails, order, smaller copies, and their way to the server.

const form = document.getElementById("compose");
const list = document.getElementById("picked");
const input = form.elements.files;
const area = document.getElementById("words");
const smaller = document.getElementById("smaller");
const words = JSON.parse(document.body.dataset.words || "{}");
const { lang } = document.documentElement;

/** The new files by their items: `chosen` as the browser gave it, `file` as it is sent. */
const entries = new Map();
/** Copies that are being made. */
let copies = Promise.resolve();

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function bytes(n) {
  const [unit, divisor] = n < 1e6 ? ["KB", 1e3] : n < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
  const digits = { maximumFractionDigits: unit === "KB" ? 0 : 1 };
  return `${(unit === "KB" ? Math.ceil(n / divisor) : n / divisor).toLocaleString(lang, digits)} ${unit}`;
}

// MARK: - The list

/** Brings the form's fields into the order of the list. */
function update() {
  const transfer = new DataTransfer();
  for (const item of list.children) {
    const entry = entries.get(item);
    if (!entry) continue;
    item.querySelector("[name=media]").value = `.${transfer.items.length}`;
    transfer.items.add(entry.file);
  }
  input.files = transfer.files;
  list.hidden = !list.children.length;
}

function add(files) {
  for (const file of files) {
    const isKnown = [...entries.values()].some(({ chosen: f }) =>
      f.name === file.name && f.size === file.size && f.lastModified === file.lastModified);
    if (!isKnown) list.append(item(file));
  }
  update();
  changed();
}

/** As a field says it, for the draft. */
const changed = () => form.dispatchEvent(new Event("input"));

function button(item, label, sign, act) {
  const { name } = item.dataset;
  const result = element("button", { type: "button", "aria-label": `${label}: ${name}`, title: label }, sign);
  if (act) result.addEventListener("click", act);
  return result;
}

function item(file) {
  const size = element("small", {}, bytes(file.size));
  const result = element("li", { "data-name": file.name });
  const up = button(result, words.earlier, "←");
  const down = button(result, words.later, "→");
  [up.dataset.step, down.dataset.step] = [-1, 1];
  const remove = button(result, words.remove, "✕", () => {
    const next = result.nextElementSibling ?? result.previousElementSibling;
    URL.revokeObjectURL(result.querySelector("img")?.src);
    const { chosen } = entries.get(result);
    entries.delete(result);
    result.remove();
    update();
    changed();
    (next?.querySelector("button, [name=remove]") ?? photo).focus();
    document.dispatchEvent(new CustomEvent("tl:removed", { detail: chosen }));
  });
  result.append(element("input", { type: "hidden", name: "media" }),
    element("span", { dir: "auto", title: file.name }, file.name), size, element("div", {}, remove, up, down));
  if (/^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)) {
    result.prepend(element("img", { src: URL.createObjectURL(file), alt: "", loading: "lazy", draggable: "false" }));
  }
  entries.set(result, { chosen: file, file, size });
  furnish(result);
  resize(result);
  return result;
}

const inText = document.querySelector("#marks svg").cloneNode(true);
const { attributes: [use] } = inText.firstElementChild;
use.value = use.value.replace("format", "embed");

/** What each has, also those that came with the page: it can be dragged, and a picture be put into the text. */
function furnish(item) {
  const picture = item.querySelector("img");
  (picture ?? item.querySelector("span")).classList.add("handle");
  if (!picture) return;
  item.querySelector("div").append(button(item, words.embed, inText.cloneNode(true), () => {
    const name = entries.get(item)?.file.name ?? item.dataset.name;
    document.dispatchEvent(new CustomEvent("tl:embed", { detail: name }));
  }));
}

const photo = document.getElementById("photo");
photo.addEventListener("click", () => input.click());
input.addEventListener("change", () => add(input.files));
document.addEventListener("tl:files", (event) => add(event.detail));
area.addEventListener("paste", (event) => {
  if (!event.clipboardData.files.length) return;
  event.preventDefault();
  add(event.clipboardData.files);
});
form.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
form.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  add(event.dataTransfer.files);
});

list.addEventListener("tl:sorted", () => {
  form.elements.arranged.value = "1";
  update();
  changed();
});
for (const present of list.children) furnish(present);

// MARK: - Smaller copies

const limit = 2048;
const box = smaller.querySelector("input");
smaller.hidden = false;
box.checked = localStorage.getItem("tl-smaller") === "1";
box.addEventListener("change", () => {
  localStorage.setItem("tl-smaller", box.checked ? "1" : "0");
  for (const each of entries.keys()) resize(each);
});

/** Upright, at most 2048 px, without what the camera wrote: a canvas has only pixels. Null if it is no photo. */
async function smallerCopy(file) {
  if (!/^image\/(jpeg|webp|avif|heic|heif)$/.test(file.type)) return null;
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, limit / Math.max(picture.width, picture.height));
  const canvas = element("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height].map((n) => Math.max(1, Math.round(n * scale)));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.82));
  const name = `${file.name.replace(/\.[^.]*$/, "")}.jpg`;
  return blob && new File([blob], name, { type: "image/jpeg", lastModified: file.lastModified });
}

/** One after the other: a photo of 50 megapixels takes 200 MB. */
function resize(shown) {
  const entry = entries.get(shown);
  // Nothing is to be made, and nothing to be taken back.
  if (!/^image\//.test(entry.chosen.type) || (!box.checked && !shown.ariaBusy && entry.file === entry.chosen)) return;
  shown.setAttribute("aria-busy", "true");
  copies = copies.then(async () => {
    if (!entries.has(shown)) return;
    const isWanted = box.checked;
    const copy = isWanted ? await smallerCopy(entry.chosen).catch(() => null) : null;
    entry.file = copy ?? entry.chosen;
    const from = bytes(entry.chosen.size);
    entry.size.textContent = copy ? fill(words.smallerNow, { from, to: bytes(copy.size) })
      : isWanted ? `${from}, ${words.keptWhole}` : from;
    shown.removeAttribute("aria-busy");
    update();
  });
}

// MARK: - Sending

let isWaiting = false;

// Before the draft's own listener, which takes the form for sent.
document.addEventListener("submit", async (event) => {
  if (event.target !== form || !entries.size) return;
  const limit = Number(form.dataset.limit);
  const large = [...input.files].find((file) => file.size > limit);
  if (!large && !list.querySelector("[aria-busy]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (large) return tell(fill(words.tooLarge, { name: large.name, n: bytes(limit) }));
  if (isWaiting) return;
  isWaiting = true;
  await copies.catch(() => {});
  isWaiting = false;
  form.requestSubmit();
}, true);

function tell(text) {
  document.getElementById("problem")?.remove();
  const problem = element("p", { class: "warning", role: "alert", id: "problem" }, text);
  form.querySelector("header").after(problem);
  problem.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", () => document.getElementById("problem")?.remove());

document.addEventListener("tl:progress", ({ detail: { index, bytes } }) => {
  const shown = [...list.children].filter((item) => entries.has(item))[index];
  // It was taken out meanwhile.
  if (!shown) return;
  const { file } = entries.get(shown);
  let bar = shown.querySelector("progress");
  if (!bar) {
    bar = element("progress", { max: 1, value: 0, "aria-label": fill(words.uploading, { name: file.name }) });
    shown.append(bar);
  }
  bar.value = file.size ? bytes / file.size : 1;
});

/** What the server answered; it has both versions where another program changed the same lines. */
document.addEventListener("tl:refused", ({ detail: error }) => {
  for (const bar of list.querySelectorAll("progress")) bar.remove();
  const { text, base } = error.answer ?? {};
  if (base === undefined) return tell(error.waits ? words.unsent : `${error.message} ${words.wasNotSaved}`);
  form.elements.base.value = base;
  // Both versions, with their headings.
  [form.elements.title.value, area.value] = ["", text];
  area.dispatchEvent(new Event("input", { bubbles: true }));
  tell(error.message);
});
