// Categories: their order by dragging and by keys, without loading the page again.

const root = document.getElementById("categories");
const words = JSON.parse(document.body.dataset.words || "{}");
const say = (text) => document.dispatchEvent(new CustomEvent("tl:say", { detail: text }));
const offer = (text, label, act) => document.dispatchEvent(new CustomEvent("tl:offer", { detail: { text, label, act } }));
const rows = () => [...root.querySelectorAll(".kinds:first-of-type > li[data-name]")];

/** Puts a category at another place, and shows the list as the server has it then. */
async function move(name, to) {
  const focused = document.activeElement?.closest("li")?.dataset.name === name ? document.activeElement.value ?? "" : null;
  root.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams({ token: root.dataset.token, category: name, to });
    const reply = await fetch(root.dataset.move, { method: "POST", body });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const fresh = page.getElementById("categories");
    if (!reply.ok || !fresh) throw new Error(page.querySelector("main p")?.textContent ?? words.offline);
    root.replaceChildren(...fresh.childNodes);
    prepare();
    const all = rows();
    const row = all.find((row) => row.dataset.name === name);
    if (focused !== null) focus(row, focused);
    say(words.moved.replace("{name}", name).replace("{n}", all.indexOf(row) + 1).replace("{all}", all.length));
  } catch (error) {
    const why = error instanceof TypeError ? words.offline : error.message;
    offer(words.failed.replace("{why}", why), words.again, () => move(name, to));
  }
  root.removeAttribute("aria-busy");
}

/** A button at the end of its way cannot be pressed: then the other one has the focus. */
function focus(row, value) {
  const buttons = [...row.querySelectorAll("button:not(:disabled)")];
  (buttons.find((button) => button.value === value) ?? buttons[0] ?? row.querySelector("a")).focus();
}

root.addEventListener("submit", (event) => {
  const form = event.target.closest(".order");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  move(form.elements.category.value, event.submitter.value);
});

root.addEventListener("keydown", (event) => {
  const way = { ArrowUp: "earlier", ArrowDown: "later" }[event.key];
  const row = event.target.closest("li[draggable]");
  if (!way || !row || !event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (!row.querySelector(`[value="${way}"]`)?.disabled) move(row.dataset.name, way);
});

// MARK: - Dragging

let dragged = null;

function prepare() {
  const all = rows();
  for (const row of all) {
    row.draggable = all.length > 1 && "token" in root.dataset;
    for (const link of row.querySelectorAll("a")) link.draggable = false;
  }
}

/** The row before which what is dragged would be put; null for the end. */
function target(event) {
  const over = event.target.closest("li[draggable]");
  if (!over) return undefined;
  const box = over.getBoundingClientRect();
  return event.clientY < box.top + box.height / 2 ? over : over.nextElementSibling;
}

function mark(before) {
  for (const row of rows()) row.classList.remove("over", "over-end");
  if (before === undefined) return;
  if (before) before.classList.add("over");
  else rows().at(-1).classList.add("over-end");
}

root.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("li[draggable]");
  if (!dragged) return;
  event.dataTransfer.effectAllowed = "move";
  // Firefox drags nothing without data.
  event.dataTransfer.setData("text/plain", dragged.dataset.name);
  dragged.classList.add("dragged");
});
root.addEventListener("dragover", (event) => {
  const before = dragged ? target(event) : undefined;
  if (before !== undefined) event.preventDefault();
  mark(before);
});
root.addEventListener("drop", (event) => {
  const before = dragged ? target(event) : undefined;
  if (before === undefined) return;
  event.preventDefault();
  const stays = before === dragged || before === dragged.nextElementSibling;
  if (!stays) move(dragged.dataset.name, before ? `before:${before.dataset.name}` : "last");
});
root.addEventListener("dragend", () => {
  dragged?.classList.remove("dragged");
  dragged = null;
  mark(undefined);
});

prepare();
