// What every page does with script. Without it all of this works by links and forms.

const body = document.body;
const feed = document.getElementById("feed");

// MARK: - Words

const words = JSON.parse(body.dataset.words);

/** The sentence of that name with its places filled. */
function word(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

/** Tells screen readers, and nobody else. */
function say(text) {
  const region = document.getElementById("say");
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}
// The other modules of the page speak by the same region.
document.addEventListener("tl:say", (event) => say(event.detail));

// The clipboard of today is not there at an address without https.
document.addEventListener("click", ({ target }) => {
  if (!target.matches?.("[data-copied]")) return;
  target.previousElementSibling.select();
  if (document.execCommand("copy")) say((target.textContent = target.dataset.copied));
});

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

/** The elements of HTML that this server wrote. */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

function icon(name) {
  const source = document.querySelector("use").getAttribute("href").split("#")[0];
  return parsed(`<svg class="i" aria-hidden="true"><use href="${source}#i-${name}"/></svg>`);
}

// MARK: - Talking to the server

async function ask(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, { ...options, headers: { "X-Requested-With": "tl", ...options.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(words.offline);
  }
  if (answer.status === 401) location.reload();
  if (answer.ok) return answer;
  const error = (await answer.json().catch(() => ({}))).error;
  const sentence = error?.message || error;
  throw Object.assign(new Error(sentence || `${answer.status} ${answer.statusText}`), { status: answer.status });
}

/** The address of the same list as a fragment. */
function fragment(address) {
  const url = new URL(address, location.href);
  url.searchParams.set("fragment", "1");
  return url;
}

// MARK: - Actions: one card is swapped, never the page

const bar = document.getElementById("bar");
let fading;

/**
 * Says something at the foot of the window, with one thing to do about it, or nothing.
 *
 * It goes after eight seconds in which nobody is at it. What has to be done, unlike what may be taken back, stays.
 */
function offer(text, label, act) {
  const stays = label && label !== words.undo;
  bar.replaceChildren(text, ...[label, stays && words.close].filter(Boolean).map((name) => {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", () => {
      hush();
      if (name === label) act();
      else document.querySelector("main").focus({ preventScroll: true });
    });
    return button;
  }));
  fade(!stays);
}

function fade(isFading = true) {
  clearTimeout(fading);
  if (isFading) fading = setTimeout(() => (bar.matches(":hover, :focus-within") ? fade() : hush()), 8000);
}

const hush = () => bar.replaceChildren();
document.addEventListener("tl:offer", ({ detail }) => offer(detail.text, detail.label, detail.act));

/** Sends a form by the outbox, which stores what the server does not answer to. */
async function deliver(action, data, label) {
  const { deliver } = await import(body.dataset.outbox);
  const result = await deliver(action, data, { label });
  if (result.status === 401) location.reload();
  return result;
}

function swap(old, html) {
  const fresh = parsed(html).firstElementChild;
  if (!fresh) return null;
  const isFocused = old.contains(document.activeElement);
  old.replaceWith(fresh);
  furnish(fresh);
  if (isFocused) focusOn(fresh);
  return fresh;
}

/** Posts `action` for `card`, and shows what the server made of it: {card, say, undo}. */
async function act(card, action, form) {
  if (card.getAttribute("aria-busy") === "true") return;
  card.setAttribute("aria-busy", "true");
  try {
    const name = Object.keys(card.dataset).find((n) => card.dataset[n] === action);
    const result = await deliver(action, new FormData(form), `${words[name] ?? words.undo}: ${card.getAttribute("aria-label")}`);
    card.removeAttribute("aria-busy");
    hush();
    if (result.waits) {
      card.classList.toggle("gone", name === "trash");
      return offer(words.kept, words.undo, () => result.cancel().then(() => card.classList.remove("gone")));
    }
    if (result.card) {
      card = swap(card, result.card) ?? card;
      card.classList.remove("gone");
      // The button that was pressed is gone.
      if (document.activeElement === body) focusOn(card, true);
    } else {
      const next = neighbour(card, 1) ?? neighbour(card, -1);
      card.classList.add("gone");
      if (next) focusOn(next);
    }
    if (result.undo) offer(result.say, words.undo, () => act(card, result.undo, form));
    else say(result.say);
  } catch (error) {
    card.removeAttribute("aria-busy");
    offer(word("failed", { why: error.message }), words.again, () => act(card, action, form));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  // A second click on a slow line must not send the form again.
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 10_000);
});
addEventListener("pageshow", () => document.querySelectorAll("form").forEach((f) => delete f.dataset.sent));

/** The actions of a card by their keys; without script they are on the page of its note. */
const actionKeys = { e: ["edit"], p: ["pin", "unpin"], f: ["fav", "unfav"], "#": ["trash"] };

/** Does what the key stands for, if the card has it. */
function actByKey(card, key) {
  const name = actionKeys[key]?.find((n) => card?.dataset[n]);
  if (name) actByName(card, name);
  return Boolean(name);
}

function actByName(card, name) {
  closeMenu();
  const address = card.dataset[name];
  if (name === "edit") {
    remember(card);
    return location.assign(address);
  }
  act(card, address, document.getElementById("act"));
}

let menu = null;

function openMenu(link) {
  closeMenu();
  const card = link.closest(".card");
  menu = element("div", { class: "menu" });
  for (const name of Object.values(actionKeys).flat().filter((n) => card.dataset[n])) {
    const button = element("button", { type: "button" }, words[name]);
    button.addEventListener("click", () => actByName(card, name));
    menu.append(button);
  }
  // Not in the card, whose box would cut it off.
  const { bottom, left, right } = link.getBoundingClientRect();
  menu.style.top = `${bottom + scrollY}px`;
  if (document.documentElement.dir === "rtl") menu.style.left = `${left}px`;
  else menu.style.right = `${document.documentElement.clientWidth - right}px`;
  menu.origin = link;
  link.setAttribute("aria-expanded", "true");
  document.querySelector("main").append(menu);
  menu.firstElementChild.focus({ preventScroll: true });
}

function closeMenu(isBack) {
  if (!menu) return;
  menu.origin.setAttribute("aria-expanded", "false");
  if (isBack) menu.origin.focus({ preventScroll: true });
  menu.remove();
  menu = null;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".acts");
  if (link && !event.ctrlKey && !event.metaKey && document.getElementById("act")) {
    event.preventDefault();
    if (menu?.origin === link) closeMenu(true);
    else openMenu(link);
  } else if (menu && !menu.contains(event.target)) {
    closeMenu();
  }
  const open = openMore();
  if (open && !open.contains(event.target)) open.open = false;
});

/** What else can be done with a note, while it is shown. */
const openMore = () => document.querySelector("details.more[open]");

document.addEventListener("change", async (event) => {
  const box = event.target.closest("input[data-task]");
  const action = box?.closest("[data-tasks]")?.dataset.tasks;
  if (!action) return;
  box.disabled = true;
  const data = new FormData(document.getElementById("act"));
  data.set("task", box.dataset.task);
  data.set("done", box.checked);
  try {
    const { html, waits } = await deliver(action, data, box.closest("li")?.textContent.trim());
    if (waits) offer(words.kept);
    if (html) box.closest(".text").innerHTML = html;
    document.querySelector(`[data-task="${CSS.escape(box.dataset.task)}"]`)?.focus();
  } catch (error) {
    box.checked = !box.checked;
    offer(word("failed", { why: error.message }), words.again, () => box.click());
  }
  box.disabled = false;
});

// MARK: - Older notes, at most 400 cards

const most = 400;
let loads = 0;

/** The parts of the feed: what came with the page, and each answer after it. */
function firstPart() {
  if (!feed || feed.querySelector(":scope > .part")) return;
  const part = element("div", { class: "part" });
  part.dataset.address = location.href;
  part.append(...feed.childNodes);
  feed.append(part);
  laid(part);
}

/** From now on cards that are far away need no layout: they were laid out once, so their heights are known. */
function laid(part) {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    // One that is seen would be gone for a frame.
    const far = [...part.querySelectorAll(".card, .grid")].filter((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return bottom < 0 || top > innerHeight;
    });
    for (const card of far) card.classList.add("far");
  }));
}

async function fetchPart(address) {
  const part = element("div", { class: "part" });
  part.dataset.address = address;
  part.append(parsed(await (await ask(fragment(address))).text()));
  return part;
}

async function loadOlder(link, isAsked) {
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  try {
    const part = await fetchPart(link.href);
    joinDay(part);
    const count = part.querySelectorAll(".card, .photo").length;
    const above = feed.lastElementChild;
    link.closest(".pager").remove();
    feed.append(part);
    joinMonth(above, part);
    furnish(part);
    laid(part);
    if (isAsked) {
      loads = 0;
      part.querySelector(".when, .photo")?.focus({ preventScroll: true });
    }
    say(word("loaded", { n: count }));
    thin();
  } catch (error) {
    link.removeAttribute("aria-busy");
    if (isAsked) offer(word("failed", { why: error.message }), words.again, () => loadOlder(link, true));
  }
}

/** A day that goes on in the next part has one date. */
function joinDay(part) {
  const day = part.querySelector(".day");
  const same = day && document.getElementById(day.id);
  if (same) day.querySelector("h2").classList.add("vh");
  if (same) day.removeAttribute("id");
}

/** A month that goes on in the next part has one head, and its rows go on: the last one is filled by that part. */
function joinMonth(above, below) {
  const [last, first] = [[...above.querySelectorAll("[data-month] > .grid")].at(-1), below.querySelector("[data-month] > .grid")];
  if (!last || last.parentElement.dataset.month !== first?.parentElement.dataset.month) return;
  first.previousElementSibling.hidden = true;
  const photos = [...last.children];
  const days = photos.map((photo) => photo.querySelector("time")?.dateTime).filter(Boolean);
  const date = first.querySelector("time");
  if (date?.dateTime === days.at(-1)) date.remove();
  const row = photos.filter((photo) => photo.offsetTop === photos.at(-1).offsetTop);
  if (row.length < photos.length) first.prepend(...row);
}

/** What is newer than the wall that was jumped to, above it. */
async function loadNewer() {
  const link = newer.querySelector("a");
  if (newer.hidden || link.ariaBusy) return;
  link.ariaBusy = "true";
  try {
    const part = await fetchPart(link.href);
    part.querySelector(".pager.older")?.remove();
    const below = feed.firstElementChild;
    keepInPlace(() => {
      feed.prepend(part);
      joinMonth(part, below);
      showNewer(part);
    });
    laid(part);
  } catch {
    return;
  }
  link.ariaBusy = null;
  // It is told of the next one even if that is as near.
  near.unobserve(newer);
  near.observe(newer);
}

/** Takes from a part where what is newer begins. */
function showNewer(part) {
  const link = part.querySelector("[rel=prev]");
  newer.hidden = !link;
  if (link) newer.querySelector("a").href = link.href;
  link?.remove();
}

/** Shows the wall from a month on, without another page. */
async function jump(address, month) {
  const found = feed.querySelector(`[data-month="${month}"]`);
  if (found) return found.scrollIntoView({ behavior: "instant" });
  try {
    const part = await fetchPart(address);
    feed.replaceChildren(part);
    showNewer(part);
    furnish(part);
    history.replaceState(null, "", address);
    scrollTo({ top: 0, behavior: "instant" });
    laid(part);
  } catch {
    location.assign(address);
  }
}

/** Puts boxes of the same height, with a link in each, in the place of the parts farthest from what is seen. */
function thin() {
  const distance = (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return Math.max(-bottom, top - innerHeight);
  };
  let count = feed.querySelectorAll(".card").length;
  const parts = [...feed.querySelectorAll(".part:not(.gap)")].filter((p) => !p.contains(document.activeElement));
  parts.sort((a, b) => distance(b) - distance(a));
  while (count > most && parts.length > 1) {
    const part = parts.shift();
    count -= part.querySelectorAll(".card").length;
    const gap = element("div", { class: "part gap" }, element("a", { href: part.dataset.address }, words.showAgain));
    gap.dataset.address = part.dataset.address;
    gap.style.height = `${part.offsetHeight}px`;
    part.replaceWith(gap);
    near.observe(gap);
  }
}

async function fillGap(gap) {
  if (gap.dataset.busy) return;
  gap.dataset.busy = "yes";
  try {
    const part = await fetchPart(gap.dataset.address);
    if (gap.nextElementSibling) part.querySelector(".pager.older")?.remove();
    keepInPlace(() => gap.replaceWith(part));
    furnish(part);
    laid(part);
    thin();
  } catch {
    delete gap.dataset.busy;
  }
}

/** Runs `change` without moving what is seen; Safari does not anchor by itself. */
function keepInPlace(change) {
  const isSeen = (part) => part.getBoundingClientRect().bottom > 0;
  const part = [...document.querySelectorAll("#feed .grid")].find(isSeen) ?? document;
  const seen = [...part.querySelectorAll(".card, .photo")].find(isSeen);
  const before = seen?.getBoundingClientRect().top;
  change();
  const moved = seen?.isConnected ? seen.getBoundingClientRect().top - before : 0;
  if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: "instant" });
}

/** The room of photos has no end that anybody wants to reach. */
const wall = body.matches(".photos") && feed;

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    if (target.matches(".gap")) fillGap(target);
    else if (target === newer) loadNewer();
    // The end of the page can be reached after four parts.
    else if (wall || loads++ < 4) loadOlder(target.querySelector("a"), false);
  }
}, { rootMargin: wall ? "2000px" : "800px" });

feed?.addEventListener("click", (event) => {
  const link = event.target.closest(".pager.older a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  loadOlder(link, true);
});

// MARK: - Back to the same card at the same height

addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.closest("dialog, .viewer") || (link.hash && link.pathname === location.pathname)) return;
  const item = link.closest(".card, .photo") ?? document.querySelector(".card.on");
  if (item && !link.matches(".acts")) remember(item);
}, true);

/** Notes in the history which item was opened, and where it stood. */
function remember(item) {
  const state = { ...history.state, id: item.id, offset: item.getBoundingClientRect().top };
  const address = item.closest(".part")?.dataset.address ?? location.href;
  history.replaceState(state, "", address);
}

function comeBack() {
  const { id, offset } = history.state ?? {};
  const item = id && document.getElementById(id);
  if (!item) return;
  let turns = 20;
  const stop = () => (turns = 0);
  for (const input of ["wheel", "touchstart", "keydown"]) addEventListener(input, stop, { once: true, passive: true });
  // The cards above get their true heights only when they come near, some frames later.
  const settle = () => {
    // Another card may have taken its place, and a removed one has no place.
    const item = document.getElementById(id);
    if (!item?.getClientRects().length) return;
    const moved = item.getBoundingClientRect().top - offset;
    if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: "instant" });
    if (--turns > 0) requestAnimationFrame(settle);
  };
  settle();
  focusOn(item, true);
}

// MARK: - Keys

const items = () => [...document.querySelectorAll("main .card:not(.gone), .grid > .photo")];

function current() {
  return document.activeElement?.closest?.(".card, .grid > .photo") ?? document.querySelector(".card.on");
}

function neighbour(card, step) {
  const all = items();
  return all[all.indexOf(card) + step];
}

const titleLink = (card) => (card.matches("a") ? card : card.querySelector("h3 a") ?? card.querySelector(".when"));

function focusOn(card, isQuiet) {
  document.querySelector(".card.on")?.classList.remove("on");
  if (card.matches(".card") && !isQuiet) card.classList.add("on");
  titleLink(card)?.focus({ preventScroll: true });
  if (!isQuiet) card.scrollIntoView({ block: "nearest", behavior: "instant" });
}
document.addEventListener("focusin", (event) => {
  const on = document.querySelector(".card.on");
  if (on && !on.contains(event.target)) on.classList.remove("on");
});

/** The next note, day or month; beyond the last, the page goes on. */
function step(direction, key) {
  const all = items();
  if (!all.length) return;
  const from = current();
  let index = from ? all.indexOf(from) : firstSeen(all) - direction;
  const mark = (card) => key?.(card.closest("[data-month]"));
  const start = from && mark(from);
  do index += direction;
  while (all[index] && from && key && mark(all[index]) === start);
  if (all[index]) return focusOn(all[index]);
  const more = direction > 0 ? document.querySelector(".pager.older a") : document.querySelector("#newer:not([hidden]) a");
  if (more && key) more.click();
  else if (more && direction > 0) loadOlder(more, true);
  else say(direction > 0 ? words.end : words.top);
}

function firstSeen(all) {
  return Math.max(0, all.findIndex((card) => card.getBoundingClientRect().bottom > 60));
}

const day = (section) => section?.id;
const month = (section) => section?.dataset.month;
const keys = {
  j: () => step(1), k: () => step(-1), d: () => step(1, day), D: () => step(-1, day),
  m: () => step(1, month), M: () => step(-1, month),
  o: () => current() && titleLink(current()).click(),
  "/": () => document.querySelector(".search input")?.focus(),
  "g d": goToDate,
  u: () => undo()?.click(),
  "?": () => location.assign(`${body.dataset.home}help/keys`),
};

/** The button that takes back what was done last, if one is seen. */
const undo = () => [...document.querySelectorAll(".notice button")].find((button) => button.textContent === words.undo);

function goToDate() {
  const slider = document.querySelector("[role=slider]");
  slider?.focus();
  // On a phone the slider is there only while the page moves.
  if (slider && document.activeElement === slider) return;
  const months = document.getElementById("at");
  if (months) months.focus();
  else document.querySelector('[data-key="g c"]')?.click();
}

let prefix = "";
let forget;

document.addEventListener("keydown", (event) => {
  const isText = event.target.closest("input, textarea, select, [contenteditable], [role=slider]");
  if (event.key === "Escape") return escape(event);
  // A form that is being written is not to be left.
  const isFree = !isText && !document.querySelector("dialog[open], #compose");
  if (event.key === "z" && event.ctrlKey !== event.metaKey && !event.shiftKey && isFree) {
    event.preventDefault();
    const button = undo();
    return button ? button.click() : location.assign(`${body.dataset.home}changes`);
  }
  if (isText || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (document.querySelector("dialog[open]") || "keys" in body.dataset) return;
  if (wall && event.key.startsWith("Arrow")) return walk(event);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const to = menu?.contains(event.target) && event.target[event.key === "ArrowDown" ? "nextElementSibling" : "previousElementSibling"];
    if (to) to.focus();
    if (!event.target.closest(".card")) return;
    event.preventDefault();
    return step(event.key === "ArrowDown" ? 1 : -1);
  }
  const name = prefix + event.key;
  prefix = "";
  clearTimeout(forget);
  if (name === "g") {
    prefix = "g ";
    forget = setTimeout(() => (prefix = ""), 1500);
    return;
  }
  const button = document.querySelector(`[data-key="${CSS.escape(name)}"]`);
  if (keys[name]) keys[name]();
  else if (button) button.click();
  else if (!actByKey(current(), name)) return;
  event.preventDefault();
});

/** Along the wall: to the next photo, or to the nearest one of the next row. */
function walk(event) {
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const photo = current();
  if (!photo && !side) return;
  event.preventDefault();
  if (side) return step(side);
  const all = items();
  const down = event.key === "ArrowDown" ? 1 : -1;
  const place = (one) => one.getBoundingClientRect();
  const middle = (one) => place(one).x + place(one).width / 2;
  let [best, row] = [];
  for (let index = all.indexOf(photo) + down; all[index]; index += down) {
    if (Math.abs(place(all[index]).y - place(photo).y) < 2) continue;
    row ??= place(all[index]).y;
    if (Math.abs(place(all[index]).y - row) > 2) break;
    if (!best || Math.abs(middle(all[index]) - middle(photo)) < Math.abs(middle(best) - middle(photo))) best = all[index];
  }
  if (best) focusOn(best);
}

// MARK: - The size of the photos on the wall

const sizes = [...document.querySelectorAll(".sizes a")];

function resize(link) {
  if (!link || link.ariaCurrent) return;
  keepInPlace(() => {
    for (const far of feed.querySelectorAll(".far")) far.classList.remove("far");
    feed.className = link.dataset.size;
    for (const image of feed.querySelectorAll(".grid img")) image.sizes = link.dataset.widths;
  });
  for (const part of feed.children) laid(part);
  for (const other of sizes) other.ariaCurrent = other === link ? "true" : null;
  say(link.ariaLabel);
  // The server remembers it for this browser.
  fetch(link.href, { redirect: "manual" }).catch(() => {});
}

const resizeBy = (step) => resize(sizes[sizes.findIndex((link) => link.ariaCurrent) + step]);
if (sizes.length) {
  keys["+"] = keys["="] = () => resizeBy(1);
  keys["-"] = () => resizeBy(-1);
  for (const link of sizes) link.addEventListener("click", (event) => (event.preventDefault(), resize(link)));
  let spread = 0;
  const pinch = (event) => {
    const [a, b] = event.touches;
    const now = b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
    const step = event.type !== "touchmove" || !b ? 0 : now > 1.3 * spread ? 1 : now < spread / 1.3 ? -1 : 0;
    if (step) resizeBy(step);
    if (step || event.type === "touchstart") spread = now;
  };
  // Elsewhere two fingers make the page larger.
  for (const type of ["touchstart", "touchmove"]) wall.addEventListener?.(type, pinch, { passive: true });
}

function escape(event) {
  const hits = document.getElementById("hits");
  if (hits && !hits.hidden) {
    hits.hidden = true;
  } else if (menu) {
    closeMenu(true);
  } else if (openMore()) {
    openMore().firstElementChild.focus();
    openMore().open = false;
  } else if (event.target.matches(".search input")) {
    event.target.blur();
  } else if (adds?.matches(":popover-open")) {
    adds.hidePopover();
  } else {
    hush();
  }
}

// MARK: - (+), held: more to add

const plus = document.querySelector(".new");
const adds = document.getElementById("adds");
let holding;
let wasHeld;

function addMore(event) {
  event?.preventDefault();
  clearTimeout(holding);
  wasHeld = true;
  adds.showPopover();
  adds.firstElementChild.focus();
}
plus?.addEventListener("contextmenu", addMore);
plus?.addEventListener("pointerdown", () => {
  wasHeld = false;
  holding = setTimeout(addMore, 450);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) plus?.addEventListener(end, () => clearTimeout(holding));
// What lies under the finger that closes it is not operated, nor is (+) by the finger that is lifted from it.
document.addEventListener("click", (event) => {
  const isPlus = event.target.closest(".new");
  if (!adds?.matches(":popover-open") || event.target.closest("#adds, .adding button") || (isPlus && !wasHeld)) return;
  event.preventDefault();
  if (!isPlus) adds.hidePopover();
});

// MARK: - Search as you type

const field = document.querySelector(".search input");
let search;
let wait;

field?.addEventListener("input", () => {
  clearTimeout(wait);
  search?.abort();
  wait = setTimeout(lookUp, 150);
});

async function lookUp() {
  const form = field.form;
  const hits = document.getElementById("hits") ?? form.appendChild(element("div", { id: "hits" }));
  const query = field.value.trim();
  if (!query) return (hits.hidden = true);
  search = new AbortController();
  try {
    const address = new URL(form.action);
    address.searchParams.set("q", query);
    const answer = await ask(fragment(address), { signal: search.signal });
    const found = [...parsed(await answer.text()).querySelectorAll(".card")].slice(0, 8);
    hits.replaceChildren(...found.map(hit));
    hits.hidden = !found.length;
    say(word("hits", { n: found.length }));
  } catch {
    hits.hidden = true;
  }
}

function hit(card) {
  const line = card.querySelector(".excerpt mark") ? card.querySelector(".excerpt") : card.querySelector("h3 a, .excerpt");
  const label = element("span", {}, ...(line ? line.cloneNode(true).childNodes : [card.getAttribute("aria-label")]));
  const when = element("small", {}, card.querySelector(".when").textContent);
  return element("a", { href: card.querySelector(".when").getAttribute("href"), dir: "auto" }, label, when);
}

document.addEventListener("focusin", (event) => {
  const hits = document.getElementById("hits");
  if (hits && !event.target.closest(".search")) hits.hidden = true;
});

// MARK: - Tags in the filter

const filterTags = document.getElementById("f-tags");
let suggestion;
for (const type of ["focus", "input"]) filterTags?.addEventListener(type, suggestTags);

/** Offers what the last of the tags in the field may become. */
async function suggestTags() {
  suggestion?.abort();
  suggestion = new AbortController();
  const others = /^(?:.*,\s*)?/.exec(filterTags.value)[0];
  const begun = filterTags.value.slice(others.length);
  try {
    const answer = await ask(`${body.dataset.api}/suggest?q=${encodeURIComponent(begun)}`, { signal: suggestion.signal });
    const { tags } = await answer.json();
    filterTags.list.replaceChildren(...tags.map((tag) => element("option", { value: others + tag.name })));
  } catch {
    // The field works without.
  }
}

// MARK: - The way through time

/** A slider beside the list of years: it navigates, it does not scroll. */
function scrubber(nav) {
  const thumb = element("div", { role: "slider", class: "thumb", tabindex: "0", "aria-orientation": "vertical", "aria-valuemin": 0 });
  const picture = element("img", { alt: "", hidden: "" });
  const name = element("span");
  const label = element("output", { class: "thumb-label", hidden: "" }, picture, name);
  thumb.setAttribute("aria-label", words.jump);
  const months = [...document.querySelectorAll("#at option")].map(({ value, text }) => ({ month: value, text }));
  thumb.setAttribute("aria-valuemax", months.length - 1);
  let index = 0;
  let before = 0;
  let seen;

  /** The slider and the list show the month that is seen, unless somebody is choosing another one. */
  function follow() {
    const top = [...document.querySelectorAll("[data-month]")].find((one) => one.getBoundingClientRect().bottom > 100);
    if (!top || !label.hidden || top.dataset.month === seen) return;
    seen = top.dataset.month;
    index = before = Math.max(0, months.findIndex((m) => m.month <= seen));
    show();
    mark();
  }

  /** In the list the year that is seen has its months. */
  function mark() {
    const { month } = months[index];
    const year = [...nav.children].find((a) => !a.matches(".inner") && a.textContent === month.slice(0, 4));
    if (!year) return;
    for (const old of nav.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    if (!year.nextElementSibling?.matches(".inner")) {
      for (const old of nav.querySelectorAll(".inner")) old.remove();
      year.after(...months.filter((m) => m.month.slice(0, 4) === month.slice(0, 4)).map((m) =>
        element("a", { class: "inner", href: address(m.month), title: m.text }, m.text.slice(0, 3))));
    }
    const inner = [...nav.querySelectorAll(".inner")].find((a) => a.title === months[index].text || a.textContent === months[index].text.slice(0, 3));
    for (const link of [year, inner]) link?.setAttribute("aria-current", "true");
    (inner ?? year).scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  function address(month, path = nav.dataset.go) {
    const url = new URL(path, location.href);
    for (const kept of document.querySelectorAll(".goto input")) url.searchParams.append(kept.name, kept.value);
    url.searchParams.set("at", month);
    return url.href;
  }

  let looking;

  function show() {
    const { month, text } = months[index];
    thumb.setAttribute("aria-valuenow", months.length - 1 - index);
    thumb.setAttribute("aria-valuetext", text);
    name.textContent = text.split(" (")[0];
    const part = months.length > 1 ? index / (months.length - 1) : 0;
    thumb.style.setProperty("--at", part);
    label.style.setProperty("--at", part);
    clearTimeout(looking);
    // Not of each month that is passed.
    if (!label.hidden) looking = setTimeout(() => (picture.src = `${address(month, nav.dataset.photos)}&thumb=1`), 80);
  }
  picture.addEventListener("load", () => (picture.hidden = false));
  picture.addEventListener("error", () => (picture.hidden = true));

  function go() {
    if (index === before) return;
    const { month } = months[index];
    if (wall) jump(address(month), month);
    else location.assign(address(month));
  }
  nav.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!wall || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    jump(link.href, new URL(link.href).searchParams.get("at"));
  });

  function move(to) {
    index = Math.min(months.length - 1, Math.max(0, to));
    show();
  }

  /** The month a year away, or the last one in that direction. */
  function yearAway(direction) {
    const [year, month] = months[index].month.split("-");
    const wanted = `${String(+year - direction).padStart(4, "0")}-${month}`;
    const found = months.findIndex((m) => m.month <= wanted);
    if (direction > 0) return found < 0 ? months.length - 1 : found;
    return Math.max(0, found);
  }

  const moves = {
    ArrowDown: () => index + 1, ArrowUp: () => index - 1, PageDown: () => yearAway(1), PageUp: () => yearAway(-1),
    Home: () => 0, End: () => months.length - 1,
  };
  thumb.addEventListener("focus", () => ((label.hidden = false), show()));
  thumb.addEventListener("blur", () => (label.hidden = true));
  thumb.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go();
    else if (moves[event.key]) move(moves[event.key]());
    else return;
    event.preventDefault();
  });
  thumb.addEventListener("pointerdown", (event) => {
    thumb.setPointerCapture(event.pointerId);
    label.hidden = false;
    show();
  });
  thumb.addEventListener("pointermove", (event) => {
    if (!thumb.hasPointerCapture(event.pointerId)) return;
    const track = thumb.parentElement.getBoundingClientRect();
    const part = (event.clientY - track.top) / track.height;
    move(Math.round(part * (months.length - 1)));
  });
  thumb.addEventListener("pointerup", go);
  thumb.addEventListener("lostpointercapture", () => (label.hidden = true));
  // On a phone the strip is there while the page moves.
  let rest;
  let frame;
  addEventListener("scroll", () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      follow();
    });
    track.classList.add("seen");
    clearTimeout(rest);
    rest = setTimeout(() => track.classList.remove("seen"), 1500);
  }, { passive: true });
  const track = element("div", { class: "track" }, thumb, label);
  nav.after(track);
  follow();
}

document.querySelector(".goto select")?.addEventListener("change", (event) => event.target.form.requestSubmit());

// MARK: - What changes meanwhile

const added = new Set();
/** The version of the vault that this page shows. */
let version = new URL(body.dataset.events ?? "", location.href).searchParams.get("since");
const newer = document.getElementById("newer");
/** Where the page begins with the newest note, newer ones can be added on top. */
const isNewest = newer?.hidden && new URL(body.dataset.home ?? "", location.href).pathname === location.pathname;

function changed(data) {
  // A sync got further.
  if (!data) return document.dispatchEvent(new Event("tl-sync"));
  const { version: after, isWhole, isBack, added: ids = [], changed: others = [], removed = [] } = data;
  version = after ?? version;
  if (isWhole) return catchUp();
  for (const id of ids) added.add(id);
  if (isNewest && added.size) {
    const link = newer.querySelector("a");
    link.textContent = added.size === 1 ? words.newerOne : word("newer", { n: added.size });
    link.href = location.pathname + location.search;
    if (newer.hidden) {
      // Above what is read, and not between.
      newer.classList.add("over");
      say(link.textContent);
    }
    newer.hidden = false;
  }
  const own = document.querySelector("article.note")?.dataset.id;
  if (others.includes(own)) refreshNote();
  if (removed.includes(own)) offer(words.noteGone);
  for (const id of others.slice(0, 20)) refresh(id, isBack);
  for (const id of removed) leave(cardOf(id));
}

/** A part as the server wrote it, without what `furnish` made of it. */
function plain(part) {
  const copy = part.cloneNode(true);
  for (const made of copy.querySelectorAll(".wave, .sound")) made.remove();
  for (const changed of copy.querySelectorAll("audio, details, [tabindex]")) {
    for (const name of ["data-furnished", "open", "tabindex"]) changed.removeAttribute(name);
  }
  return copy.outerHTML.replace(/>\s+|\s+</g, (blanks) => blanks.trim()).replace(/\s+/g, " ");
}

/** The action of the note that has the focus; a new version of the note has it too. */
const focusedAction = () => document.activeElement?.closest(".buttons > [data-key]");

/** Somebody is at work there: with the keyboard, the pointer or the ears. */
const isHeld = (part) => (part.contains(document.activeElement) && !focusedAction())
  || (!getSelection().isCollapsed && getSelection().containsNode(part, true))
  || [...part.querySelectorAll("audio, video")].some((media) => !media.paused);

/** What has to go and to come so that `old` has the parts of `fresh`; a part that stays the same is not touched. */
function arrangement(old, fresh) {
  // The article is arranged by itself.
  const key = (part) => (part.matches("article") ? "" : plain(part));
  const known = new Map([...old.children].map((part) => [key(part), part]));
  const parts = [...fresh.children].map((part) => {
    const same = known.get(key(part));
    known.delete(key(part));
    return same ?? part;
  });
  const gone = [...old.children].filter((part) => !parts.includes(part));
  const apply = () => {
    for (const part of gone) part.remove();
    let next = old.firstElementChild;
    for (const part of parts) {
      if (part === next) next = next.nextElementSibling;
      else old.insertBefore(part, next);
    }
  };
  return { gone, apply };
}

/** Shows the note as it is now, or says that it has changed where somebody is at work in it. */
async function refreshNote(isAsked) {
  let fresh;
  try {
    const answer = await ask(location.href);
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch (error) {
    if (error.status === 404) offer(words.noteGone);
    return;
  }
  if (!fresh.querySelector("article.note")) return;
  const places = ["main", "article.note"].map((name) => [document.querySelector(name), fresh.querySelector(name)]);
  const steps = places.map(([old, now]) => arrangement(old, now));
  if (!isAsked && steps.some(({ gone }) => gone.some(isHeld))) {
    return offer(words.noteChanged, words.showIt, () => refreshNote(true));
  }
  const action = focusedAction()?.dataset.key;
  for (const { apply } of steps) apply();
  const same = action && document.querySelector(`.buttons > [data-key="${action}"]`);
  same?.closest("details")?.setAttribute("open", "");
  same?.focus({ preventScroll: true });
  const [[main], [article, now]] = places;
  article.setAttribute("aria-label", now.getAttribute("aria-label"));
  document.title = fresh.title;
  furnish(document);
  if (bar.textContent.startsWith(words.noteChanged)) hush();
  if (isAsked) main.focus({ preventScroll: true });
}

function leave(card) {
  if (card && !card.contains(document.activeElement)) card.classList.add("gone");
}

/** Finds out what has changed while nobody was told: the page was in the cache of the back button, or the line was cut. */
async function catchUp() {
  if (document.querySelector("article.note")) refreshNote();
  if (!feed) return;
  const shown = new Map([...document.querySelectorAll(".card")].map((card) => [card.dataset.id, card]));
  const fresh = [];
  for (const { dataset } of feed.querySelectorAll(".part:not(.gap)")) {
    const part = await fetchPart(dataset.address).catch(() => null);
    if (!part) return;
    fresh.push(...part.querySelectorAll(".card"));
  }
  const ids = fresh.map((card) => card.dataset.id);
  // What comes after the last one that is shown is not new: it moved up.
  const last = shown.size ? ids.findLastIndex((id) => shown.has(id)) : ids.length;
  const known = new Set(ids);
  changed({
    isBack: true,
    added: ids.slice(0, last).filter((id) => !shown.has(id)),
    changed: [
      ...fresh.filter((card) => shown.has(card.dataset.id) && face(card) !== face(shown.get(card.dataset.id))).map((card) => card.dataset.id),
      ...[...shown.keys()].filter((id) => !known.has(id)),
    ],
  });
}

/** What a card shows, without what script made of it. */
function face(card) {
  const parts = card.querySelectorAll(".when, h3, .excerpt, .foot, .plus, img, audio");
  return [...parts].map((part) => part.textContent.trim() + part.getAttribute("src")).join();
}

const cardOf = (id) => document.querySelector(`.card[data-id="${CSS.escape(id)}"]`);

/** @param isBack The focus that coming back to a card has put on its title is put there again. */
async function refresh(id, isBack) {
  const card = cardOf(id);
  const isHeld = () => card.contains(document.activeElement) && !(isBack && document.activeElement === titleLink(card));
  if (!card || isHeld() || card.hasAttribute("aria-busy")) return;
  try {
    const html = await (await ask(fragment(card.querySelector(".when").href))).text();
    if (html && !isHeld()) keepInPlace(() => swap(card, html));
  } catch (error) {
    if (error.status === 404) leave(card);
  }
}

/** One tab of the browser listens and tells the others: a stream each would use up the connections. */
function listen(address) {
  let channel;
  let leading = null;
  let rest;

  function hear() {
    channel = new BroadcastChannel(`tl-${body.dataset.account}`);
    channel.addEventListener("message", (event) => changed(event.data));
  }

  function lead() {
    if (leading) return;
    const { signal } = (leading = new AbortController());
    navigator.locks.request(`tl-events-${body.dataset.account}`, { signal }, async () => {
      let pause = 1000;
      let isHeldBack = false;
      while (!signal.aborted) {
        await stream(signal, isHeldBack, () => (pause = 1000), () => (isHeldBack = true));
        if (!signal.aborted) await new Promise((resume) => setTimeout(resume, isHeldBack ? 10_000 : pause));
        pause = Math.min(2 * pause, 30_000);
      }
    }).catch(() => {});
  }

  function stop() {
    leading?.abort();
    leading = null;
  }

  /** @param isWhole A proxy passes on nothing before the answer has ended: ask for one that ends. */
  function stream(signal, isWhole, isOpen, isHeldBack) {
    return new Promise((end) => {
      const url = new URL(address, location.href);
      url.searchParams.set("since", version);
      if (isWhole) url.searchParams.set("whole", "");
      const source = new EventSource(url);
      const close = () => (clearTimeout(silence), source.close(), end());
      const silence = setTimeout(() => (isHeldBack(), close()), 10_000);
      signal.addEventListener("abort", close, { once: true });
      source.addEventListener("open", isOpen);
      source.addEventListener("hello", () => clearTimeout(silence));
      source.addEventListener("error", close);
      source.addEventListener("change", (event) => {
        const data = { ...JSON.parse(event.data), version: event.lastEventId };
        channel.postMessage(data);
        const ids = data.isWhole ? "all" : [...data.removed, ...data.changed];
        navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ changed: ids }));
        changed(data);
      });
      source.addEventListener("sync", () => {
        channel.postMessage(null);
        changed(null);
      });
    });
  }

  function watch() {
    clearTimeout(rest);
    if (document.hidden) rest = setTimeout(stop, 30_000);
    else lead();
  }
  document.addEventListener("visibilitychange", watch);
  // A page in the cache of the back button must not hold the lock, and a message would throw it out of there.
  addEventListener("pagehide", () => {
    stop();
    channel.close();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    hear();
    watch();
    catchUp();
  });
  hear();
  watch();
}

// MARK: - Beginning

/** What script adds to elements that came from the server. */
function furnish(root) {
  if (root.querySelector("audio[controls]")) import(body.dataset.audio).then((sound) => sound.furnish(root), () => {});
  for (const pager of root.querySelectorAll(".pager.older")) if (feed) near.observe(pager);
  for (const box of root.querySelectorAll(".table, pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}

/** The page of the note that was sent is the proof that it was saved; after any other page its draft stays. */
function forgetDraft() {
  const name = `tl-sent-${body.dataset.account}`;
  const [draft, id] = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  if (!draft || document.getElementById("compose")) return;
  sessionStorage.removeItem(name);
  if (document.querySelector(".note")?.dataset.id !== id) return;
  // What was stored at once, before outbox.js brings it into the database.
  localStorage.removeItem(`tl-draft-${body.dataset.account}:${draft}`);
  const opening = indexedDB.open(`tl-${body.dataset.account}`, 1);
  // Without a store there is no draft, and none is made here.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onsuccess = () => {
    const database = opening.result;
    const transaction = database.transaction("drafts", "readwrite");
    const drafts = transaction.objectStore("drafts");
    const known = drafts.get(draft);
    // Another tab may have begun another note.
    known.onsuccess = () => known.result?.id === id && drafts.delete(draft);
    transaction.oncomplete = () => database.close();
  };
}

firstPart();
furnish(document);
// Only what comes into it is read out.
const said = [...bar.childNodes];
hush();
if (said.length) requestAnimationFrame(() => (bar.replaceChildren(...said), fade()));
forgetDraft();
const times = document.getElementById("scrubber");
if (times && document.querySelector("#at option")) scrubber(times);
if (wall) near.observe(newer);
if (history.state?.id) history.scrollRestoration = "manual";
addEventListener("pageshow", (event) => event.persisted || comeBack());
if (body.dataset.events && navigator.locks) listen(body.dataset.events);
