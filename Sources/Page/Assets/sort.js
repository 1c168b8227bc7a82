// Lists that are put in order by hand: an item is dragged by its handle, or moved by keys.
//
// `data-sort` is `y`, or `x` for items that stand beside each other. Arrows move the item whose handle has the focus; with
// Alt, the one that has it anywhere. The list is told by `tl:sorted`, with the item; the form that `data-form` names is
// sent with the item, and the one before or after which it stands.

const main = document.getElementById("main");
const { moved } = JSON.parse(document.body.dataset.words);
const say = (text) => document.dispatchEvent(new CustomEvent("tl:say", { detail: text }));

const itemOf = (target) => target.closest?.("[data-sort] > *");
const isAcross = (item) => item.parentElement.dataset.sort === "x";
/** Whether what comes next is to the right, or below. */
const sense = (item) => (isAcross(item) && getComputedStyle(item).direction === "rtl" ? -1 : 1);
const beside = (item, way) => (way < 0 ? item.previousElementSibling : item.nextElementSibling);

/** The item stays in the document, so that it keeps the focus and the finger: what is beside it moves. */
function step(item, way) {
  const other = beside(item, way);
  if (way < 0) item.after(other);
  else item.before(other);
}

function sorted(item, order) {
  const list = item.parentElement;
  list.order ??= order;
  const all = [...list.children];
  say(moved.replace("{name}", item.dataset.name).replace("{n}", all.indexOf(item) + 1).replace("{all}", all.length));
  list.dispatchEvent(new CustomEvent("tl:sorted", { detail: item }));
  const form = document.getElementById(list.dataset.form);
  if (!form) return;
  const [before, after] = [beside(item, 1), beside(item, -1)];
  form.querySelector(".item").value = item.dataset.id;
  form.querySelector(".place").value = before ? `before:${before.dataset.id}` : list.dataset.end ?? `after:${after.dataset.id}`;
  form.requestSubmit();
}

/** What was not stored is shown as it was. */
document.addEventListener("tl:failed", ({ target }) => {
  for (const list of main.querySelectorAll("[data-sort]")) {
    if (list.dataset.form !== target.id || !list.order) continue;
    const held = document.activeElement;
    list.append(...list.order);
    delete list.order;
    if (list.contains(held)) held.focus({ preventScroll: true });
  }
});

function byKey(item, way) {
  const order = [...item.parentElement.children];
  if (!beside(item, way)) return;
  step(item, way);
  sorted(item, order);
  item.scrollIntoView({ block: "nearest", inline: "nearest" });
}

main.addEventListener("keydown", (event) => {
  const item = itemOf(event.target);
  if (!item || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  if (!event.altKey && !event.target.matches(".handle")) return;
  const [back, on] = isAcross(item) ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  if (event.key !== back && event.key !== on) return;
  event.preventDefault();
  byKey(item, sense(item) * (event.key === on ? 1 : -1));
});

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button || !itemOf(button)) return;
  event.preventDefault();
  byKey(itemOf(button), Number(button.dataset.step));
  button.focus();
});

// MARK: - Dragging

/** What is dragged, or will be when the pointer moves: `{ item, order, pointer, x, y, isMoving, wait }`. */
let held = null;

main.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".handle");
  const item = handle && itemOf(handle);
  if (!item || held || event.button) return;
  held = { item, order: [...item.parentElement.children], pointer: event.pointerId, x: event.clientX, y: event.clientY };
  // Where a finger may mean to scroll, it has to rest first.
  const scrolls = event.pointerType === "touch" && getComputedStyle(handle).touchAction !== "none";
  if (scrolls) held.wait = setTimeout(begin, 350);
});

function begin() {
  held.wait = null;
  held.isMoving = true;
  held.item.classList.add("dragged");
  requestAnimationFrame(scroll);
}

document.addEventListener("pointermove", (event) => {
  if (held?.pointer !== event.pointerId) return;
  if (!held.isMoving) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < 5) return;
    if (held.wait) return end(false);
    begin();
  }
  [held.x, held.y] = [event.clientX, event.clientY];
  follow();
});

/** Past the middle of what is beside it, the item takes that place. */
function follow() {
  const { item, x, y } = held;
  for (const way of [-1, 1]) {
    const isPast = (other) => {
      const { left, top, width, height } = other.getBoundingClientRect();
      return way * (isAcross(item) ? sense(item) * (x - left - width / 2) : y - top - height / 2) > 0;
    };
    while (beside(item, way) && isPast(beside(item, way))) step(item, way);
  }
}

/** Near the edge of the window, or of a list that goes across, what is dragged scrolls it. */
function scroll() {
  if (!held?.isMoving) return;
  const list = held.item.parentElement;
  const edge = (at, from, to) => (at < from + 48 ? -8 : at > to - 96 ? 8 : 0);
  const { left, right } = list.getBoundingClientRect();
  if (isAcross(held.item)) list.scrollBy(edge(held.x, left, right + 48), 0);
  else scrollBy(0, edge(held.y, 0, innerHeight));
  follow();
  requestAnimationFrame(scroll);
}

function end(isDropped) {
  const { item, order, isMoving, wait } = held;
  clearTimeout(wait);
  held = null;
  item.classList.remove("dragged");
  if (!isMoving) return;
  const list = item.parentElement;
  if (!isDropped) list.append(...order);
  else if ([...list.children].some((one, index) => one !== order[index])) sorted(item, order);
}

for (const type of ["pointerup", "pointercancel"]) {
  document.addEventListener(type, (event) => held?.pointer === event.pointerId && end(type === "pointerup"));
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !held) return;
  event.stopImmediatePropagation();
  end(false);
}, true);
// A finger that drags does not scroll, nor open the browser's menu.
main.addEventListener("touchmove", (event) => held?.isMoving && event.preventDefault(), { passive: false });
main.addEventListener("contextmenu", (event) => held && event.preventDefault());
