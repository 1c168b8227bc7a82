// The import of photos: bars while they are sent and while notes are made. All of it works without this script.

const words = {
  sendingBytes: "{done} of {all} MB sent", looking: "All are sent. The server looks at them.", stop: "Stop",
  notSent: "Not all photos have arrived, and nothing was added. Send them again: what has arrived is not sent twice.",
  ...JSON.parse(document.body.dataset.words || "{}"),
};

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

// MARK: - Sending

const form = document.getElementById("send");

form?.addEventListener("submit", (event) => {
  const files = [...form.querySelectorAll("input[type=file]")].flatMap((input) => [...input.files]);
  // The server says what is missing.
  if (!files.length || event.defaultPrevented) return;
  event.preventDefault();
  document.querySelector("#sending, main > .warning")?.remove();
  send(files);
});

async function send(files) {
  const text = element("label", { for: "sent" });
  const bar = element("progress", { id: "sent", max: 1, value: 0 });
  const stop = element("button", { type: "button" }, words.stop);
  const part = element("p", { id: "sending" }, text, " ", bar, " ", stop);
  const button = form.querySelector("button");
  const stopping = new AbortController();
  stop.addEventListener("click", () => stopping.abort());
  form.after(part);
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
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const sent = new Map();
  const progress = (index, bytes) => {
    sent.set(index, bytes);
    const done = [...sent.values()].reduce((sum, one) => sum + one, 0);
    bar.value = total ? done / total : 0;
    text.textContent = words.sendingBytes.replace("{done}", megabytes(done)).replace("{all}", megabytes(total));
  };
  progress(0, 0);
  const hashes = await upload(files, progress, signal).catch((error) => {
    throw error.status && error.status !== 401 ? error : new Error(words.notSent);
  });
  text.textContent = document.getElementById("say").textContent = words.looking;
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
