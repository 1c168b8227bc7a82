// A setting is stored when it is chosen; without script by its button.

/** The line that is being sent, and those that wait for it. */
let sending = Promise.resolve();
/** How often each line was sent, by its address. */
const counts = new Map();

document.getElementById("main").addEventListener("change", ({ target: { form } }) => {
  if (form?.matches(".setting")) apply(form);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".setting")) return;
  event.preventDefault();
  apply(event.target, event.submitter);
});

async function apply(form, button) {
  // Browsers ask for it only after a click.
  const isNotify = form.action.endsWith("/device/notify") && form.elements.value.value === "on";
  if (isNotify && globalThis.Notification?.permission === "default") await Notification.requestPermission();
  const data = new URLSearchParams(new FormData(form, button));
  const count = (counts.get(form.action) ?? 0) + 1;
  counts.set(form.action, count);
  sending = sending.then(() => send(form.action, data, count)).catch((error) => {
    document.dispatchEvent(new CustomEvent("tl:offer", { detail: { text: String(error.message) } }));
  });
}

/** Stores it, and shows what the server made of the line; the others stay as somebody may be writing in them. */
async function send(action, data, count) {
  const answer = await fetch(action, { method: "POST", body: data });
  if (answer.status === 401) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [form, fresh] = [document, page].map((one) =>
    [...one.querySelectorAll(".setting")].find((line) => line.action === action));
  // A page that says why nothing was stored.
  if (!fresh) return form.submit();
  // The colours of links and what the browser keeps are decided when a page begins.
  if (sheets(page) !== sheets(document) || /(copies|notify)$/.test(action)) return location.assign(answer.url);
  for (const [old, now] of [[document.documentElement, page.documentElement], [document.body, page.body]]) {
    for (const name of ["data-theme", "data-size", "data-keys"]) {
      if (now.hasAttribute(name)) old.setAttribute(name, now.getAttribute(name));
      else old.removeAttribute(name);
    }
  }
  // It was changed again meanwhile, and its last answer is to come.
  if (counts.get(action) !== count) return;
  const held = form.contains(document.activeElement) && document.activeElement;
  form.replaceWith(fresh);
  if (held) fresh.querySelector(held.id ? `#${CSS.escape(held.id)}` : ":checked, button")?.focus({ preventScroll: true });
  const text = page.getElementById("bar").textContent.trim();
  if (text) document.dispatchEvent(new CustomEvent("tl:offer", { detail: { text } }));
}

const sheets = (page) => [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")).join();
