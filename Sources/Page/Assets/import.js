// The import of photos: bars while they are sent and while notes are made. All of it works without this script.

const words = {
  chosen: "{n} chosen", unpick: "Remove {name}", sendingBytes: "{done} of {all} MB sent", looking: "All are sent. The server looks at them.", stop: "Stop",
  notSent: "Not all photos have arrived, and nothing was added. Send them again: what has arrived is not sent twice.",
  ...JSON.parse(document.body.dataset.words || "{}"),
};

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

// MARK: - Choosing

const form = document.getElementById("send");
const grid = document.getElementById("picked");
/** How many are shown as pictures: a folder can have thousands. */
const shown = 120;
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const size = (files) => files.reduce((sum, file) => sum + file.size, 0);
const say = (text) => (document.getElementById("say").textContent = text);
let chosen = [];

function tile(file) {
  const item = element("li", { title: file.name });
  const remove = element("button", { type: "button", "aria-label": words.unpick.replace("{name}", file.name) });
  remove.addEventListener("click", () => {
    show(chosen.filter((one) => one !== file));
    (grid.querySelector("button") ?? document.getElementById("photos")).focus();
  });
  fill(item, file);
  item.append(remove);
  return item;
}

/** With the name alone for what a browser cannot show, as most cannot HEIC. */
function fill(item, file) {
  const kind = file.type.split("/")[0];
  if (kind !== "image" && kind !== "video") return item.append(element("small", {}, item.title));
  const picture = kind === "image" ? element("img", { alt: file.name, loading: "lazy", decoding: "async" })
    : element("video", { "aria-label": file.name, preload: "metadata", muted: "" });
  picture.src = `${URL.createObjectURL(file)}${kind === "video" ? "#t=0.1" : ""}`;
  picture.onerror = () => picture.replaceWith(element("small", {}, item.title));
  item.append(picture);
}

function show(files) {
  for (const { src } of grid.querySelectorAll("[src]")) URL.revokeObjectURL(src.split("#")[0]);
  chosen = files;
  form.classList.toggle("filled", files.length > 0);
  grid.hidden = !files.length;
  grid.replaceChildren(...files.slice(0, shown).map(tile));
  if (files.length > shown) grid.append(element("li", {}, element("b", {}, `+${files.length - shown}`)));
  const text = words.chosen.replace("{n}", files.length);
  form.querySelector(".go small").textContent = text;
  say(files.length ? text : "");
}

/** Another choice adds to the first. */
function add(files) {
  const key = (file) => [file.webkitRelativePath || file.name, file.size, file.lastModified].join("/");
  const known = new Set(chosen.map(key));
  show([...chosen, ...files.filter((file) => !known.has(key(file)))]);
}

/** The files of what was dropped, also within folders. */
async function within(entry) {
  if (entry.isFile) return new Promise((done) => entry.file((file) => done([file]), () => done([])));
  const reader = entry.createReader();
  const files = [];
  for (;;) {
    const some = await new Promise((done) => reader.readEntries(done, () => done([])));
    if (!some.length) return files;
    for (const one of some) files.push(...await within(one));
  }
}

form?.addEventListener("change", ({ target }) => {
  add([...target.files]);
  target.value = "";
});
form?.addEventListener("reset", () => {
  show([]);
  document.getElementById("photos").focus();
});
for (const kind of ["dragover", "dragleave", "drop"]) {
  form?.addEventListener(kind, async (event) => {
    event.preventDefault();
    form.classList.toggle("over", kind === "dragover");
    if (kind !== "drop" || form.querySelector(".go .primary").disabled) return;
    // Entries are gone after the first pause.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    add(entries.length ? (await Promise.all(entries.map(within))).flat() : [...event.dataTransfer.files]);
  });
}

// MARK: - Sending

form?.addEventListener("submit", (event) => {
  // The server says what is missing.
  if (!chosen.length || event.defaultPrevented) return;
  event.preventDefault();
  document.querySelector("#sending, main > .warning")?.remove();
  send(chosen);
});

async function send(files) {
  const text = element("label", { for: "sent" });
  const bar = element("progress", { id: "sent", max: 1, value: 0 });
  const stop = element("button", { type: "button" }, words.stop);
  const part = element("p", { id: "sending", class: "dock" }, text, " ", bar, " ", stop);
  const button = form.querySelector(".go .primary");
  const stopping = new AbortController();
  stop.addEventListener("click", () => stopping.abort());
  form.querySelector(".go").after(part);
  button.disabled = true;
  try {
    location.assign(await sendAll(files, { text, bar, stop }, stopping.signal));
  } catch (error) {
    part.remove();
    button.disabled = false;
    delete form.dataset.sent;
    if (!stopping.signal.aborted) form.before(element("p", { class: "warning", role: "alert" }, error.message));
    button.focus();
  }
}

/** Sends the files, then what they are: the address of the plan. */
async function sendAll(files, { text, bar, stop }, signal) {
  const { upload } = await import(document.body.dataset.upload);
  const total = size(files);
  const sent = new Map();
  const progress = (index, bytes) => {
    sent.set(index, bytes);
    if (bytes) grid.children[Math.min(index, shown)]?.classList.toggle("sent", bytes >= files[index].size);
    const done = [...sent.values()].reduce((sum, one) => sum + one, 0);
    bar.value = total ? done / total : 0;
    text.textContent = words.sendingBytes.replace("{done}", megabytes(done)).replace("{all}", megabytes(total));
  };
  progress(0, 0);
  const hashes = await upload(files, progress, signal).catch((error) => {
    throw error.status && error.status !== 401 ? error : new Error(words.notSent);
  });
  say(text.textContent = words.looking);
  // How long it takes is not known.
  bar.removeAttribute("value");
  stop.remove();
  const data = new FormData();
  data.append("token", form.elements.token.value);
  files.forEach((file, index) => data.append("staged", `${hashes[index]}/${file.webkitRelativePath || file.name}`));
  const answer = await fetch(form.action, { method: "POST", body: data, headers: { "X-Requested-With": "tl" } }).catch(() => {});
  const { address, error } = (await answer?.json().catch(() => {})) ?? {};
  if (answer?.ok && address) return address;
  throw new Error(error ?? words.notSent);
}

// MARK: - Making notes

if (document.getElementById("run")) watch();

/** Looks every second how far the import is; its end is a page of its own. */
async function watch() {
  let pause = 1000;
  for (;;) {
    await new Promise((resume) => setTimeout(resume, pause));
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("run");
      if (!fresh) return location.replace(answer.url);
      document.getElementById("run").replaceChildren(...fresh.childNodes);
      pause = 1000;
    } catch {
      // The server may come back.
      pause = Math.min(2 * pause, 30_000);
    }
  }
}
