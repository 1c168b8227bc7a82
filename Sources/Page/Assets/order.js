// What is in an order by hand, all notes or the parts of a book: dragging one, and its buttons without loading the page anew.

const main = document.getElementById("main");
const { words: table } = document.body.dataset;
const words = JSON.parse(table);
const say = (text) => document.dispatchEvent(new CustomEvent("tl:say", { detail: text }));
const list = () => document.getElementById("ordered");

const rows = () => [...list()?.children ?? []].filter((row) => row.querySelector("[name=place]"));

let dragged;

/** Rows can be dragged where they can be moved. */
function prepare() {
  for (const row of rows()) row.draggable = true;
}

const name = (row) => row.querySelector("a, b, h2, p").textContent.trim().slice(0, 80);

/** Of a book the notes have numbers; a heading or text has one among all parts. */
function moved(row) {
  const all = rows().filter((other) => !row.matches(".entry") || other.matches(".entry"));
  return words.moved.replace("{name}", name(row))
    .replace("{n}", all.indexOf(row) + 1).replace("{all}", all.length);
}

/** Sends a new place, and shows the page as it is then. */
async function send(id, place, focus) {
  const data = new URLSearchParams(new FormData(document.getElementById("place")));
  data.set("note", id);
  data.set("place", place);
  list()?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(document.getElementById("place").action, { method: "POST", body: data });
    if (answer.status === 401) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) throw new Error(page.querySelector("main p")?.textContent ?? answer.statusText);
    main.replaceChildren(...page.getElementById("main").children);
    // What it says of the move, with its button to undo it.
    const said = (tree) => tree.querySelector("body > .notice[role]");
    said(document)?.remove();
    if (said(page)) main.before(said(page));
    prepare();
    const row = main.querySelector(`[data-id="${CSS.escape(id)}"]`);
    (row?.querySelector(focus) ?? row?.querySelector("button") ?? main).focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
    if (rows().includes(row)) say(moved(row));
  } catch (error) {
    list()?.removeAttribute("aria-busy");
    say(words.failed.replace("{why}", error.message));
  }
}

main.addEventListener("submit", (event) => {
  const { submitter, target } = event;
  if (submitter?.name !== "place" || !target.closest(".order")) return;
  event.preventDefault();
  const move = submitter.dataset.move;
  send(target.elements.note.value, submitter.value, move ? `[data-move="${move}"]` : "a");
});

// MARK: - Dragging

/** In a field of a row words are chosen, and the row stays. */
main.addEventListener("focusin", ({ target }) => {
  const row = target.matches("input, textarea") && target.closest("#ordered > li");
  if (row) row.draggable = false;
});
main.addEventListener("focusout", prepare);

function clear() {
  for (const row of main.querySelectorAll(".before, .after")) row.classList.remove("before", "after");
}

/** Where a row would go that is let go here: beside which other one. */
function target(event) {
  const row = event.target.closest?.("#ordered > li");
  if (!row || !dragged || row === dragged) return null;
  const box = row.getBoundingClientRect();
  return { row, side: event.clientY < box.top + box.height / 2 ? "before" : "after" };
}

main.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("#ordered > li");
  if (!dragged) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", name(dragged));
  dragged.classList.add("dragged");
});
main.addEventListener("dragover", (event) => {
  const place = target(event);
  clear();
  if (!place) return;
  event.preventDefault();
  place.row.classList.add(place.side);
});
main.addEventListener("drop", (event) => {
  const place = target(event);
  if (!place) return;
  event.preventDefault();
  send(dragged.dataset.id, `${place.side}:${place.row.dataset.id}`, "a");
});
main.addEventListener("dragend", () => {
  dragged?.classList.remove("dragged");
  dragged = null;
  clear();
});

prepare();
