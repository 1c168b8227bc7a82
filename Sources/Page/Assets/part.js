// Forms whose answer is the page that is shown: `data-part` names what of it is shown anew, without leaving the page.

const { failed, again, offline, undo } = JSON.parse(document.body.dataset.words);
const offer = (text, label, act) => document.dispatchEvent(new CustomEvent("tl:offer", { detail: { text, label, act } }));

/** What is being sent, and what waits for it. */
let sending = Promise.resolve();
/** How often each part was sent for. */
const counts = new Map();

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.dataset.part) return;
  event.preventDefault();
  // It may be sent again before it is answered.
  event.stopPropagation();
  queue(form, new URLSearchParams(new FormData(form, submitter)));
}, true);

function queue(form, data) {
  const id = form.dataset.part;
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  // Another answer is to come, and this one would undo what was done meanwhile.
  const isLast = () => counts.get(id) === count && !document.querySelector(`#${CSS.escape(id)} .dragged`);
  sending = sending.then(() => send(form, data, isLast)).catch((error) => {
    form.dispatchEvent(new Event("tl:failed", { bubbles: true }));
    const why = error instanceof TypeError ? offline : error.message;
    offer(failed.replace("{why}", why), again, () => queue(form, data));
  });
}

async function send(form, data, isLast) {
  const part = () => document.getElementById(form.dataset.part);
  const slow = setTimeout(() => part()?.setAttribute("aria-busy", "true"), 300);
  try {
    const answer = await fetch(form.action, { method: "POST", body: data });
    if (answer.status === 401) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(form.dataset.part);
    if (!fresh) throw new Error(page.querySelector("main p")?.textContent ?? answer.statusText);
    const detail = { form, page, address: answer.url };
    if (!document.dispatchEvent(new CustomEvent("tl:answer", { detail, cancelable: true })) || !isLast()) return;
    show(part(), fresh);
    const said = page.getElementById("bar");
    const button = said.querySelector("button");
    button?.remove();
    if (said.textContent.trim()) offer(said.textContent.trim(), button && undo, () => act(button));
  } finally {
    clearTimeout(slow);
    part()?.removeAttribute("aria-busy");
  }
}

/** Does what a button of another page does. */
function act(button) {
  const form = document.getElementById("act");
  form.action = button.formAction;
  form.submit();
}

function show(part, fresh) {
  const place = part.contains(document.activeElement) && placeOf(document.activeElement);
  part.replaceWith(fresh);
  // What a book looks like stands beside it.
  document.querySelector("iframe")?.contentWindow.location.reload();
  if (place) (fresh.querySelector(place) ?? fresh.querySelector("a, button"))?.focus({ preventScroll: true });
}

/** The selector of what has the focus, or of what stands for it in its row. */
function placeOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const row = element.closest("[data-id]");
  if (!row) return element.type === "checkbox" ? `[value="${CSS.escape(element.value)}"]` : ":checked, button";
  const place = element.matches(".handle") ? ".handle" : element.closest("details") ? "details > summary" : "a";
  return `[data-id="${CSS.escape(row.dataset.id)}"] ${place}`;
}
