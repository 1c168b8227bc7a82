// The import of photos: bars while they are sent and while notes are made. All of it works without this script.

const words = {
  sendingBytes: "{done} of {all} MB sent", looking: "All are sent. The server looks at them.", stop: "Stop",
  notSent: "The photos did not arrive as a whole. Nothing was added: send them again.",
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
  const data = new FormData(form);
  const files = [...data.values()].filter((value) => value instanceof File && value.name);
  // The server says what is missing.
  if (!files.length || event.defaultPrevented) return;
  event.preventDefault();
  document.querySelector("#sending, main > .warning")?.remove();
  send(data);
});

function send(data) {
  const text = element("label", { for: "sent" });
  const bar = element("progress", { id: "sent", max: 1, value: 0 });
  const stop = element("button", { type: "button" }, words.stop);
  const part = element("p", { id: "sending" }, text, " ", bar, " ", stop);
  const button = form.querySelector("button");
  const say = document.getElementById("say");
  form.after(part);
  button.disabled = true;
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("X-Requested-With", "tl");
  request.responseType = "json";
  const end = (problem) => {
    part.remove();
    button.disabled = false;
    delete form.dataset.sent;
    if (problem) form.before(element("p", { class: "warning", role: "alert" }, problem));
    button.focus();
  };
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    bar.value = total ? loaded / total : 0;
    text.textContent = words.sendingBytes.replace("{done}", megabytes(loaded)).replace("{all}", megabytes(total));
  });
  request.upload.addEventListener("load", () => {
    text.textContent = say.textContent = words.looking;
    // How long it takes is not known.
    bar.removeAttribute("value");
    stop.remove();
  });
  request.addEventListener("load", () => {
    const address = request.response?.address;
    if (request.status === 200 && address) location.assign(address);
    else end(request.response?.error ?? words.notSent);
  });
  request.addEventListener("error", () => end(words.notSent));
  request.addEventListener("abort", () => end());
  stop.addEventListener("click", () => request.abort());
  request.send(data);
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
