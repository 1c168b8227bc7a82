// Photos and films one by one, by the pages that they have anyway: each has its address, and the server writes them all.

/** What shows them: the page of a photo itself, or a dialog over the list from which it was opened. */
let root = document.querySelector("main.viewer");
const isOwn = Boolean(root);
/** The link from which the dialog was opened. */
let origin = null;
/** The address of the photo that is seen. */
let seen = null;
const title = document.title;
const isMirrored = document.documentElement.dir === "rtl";
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const canShare = navigator.canShare?.({ files: [new File([""], "a.jpg", { type: "image/jpeg" })] });
const status = Object.assign(document.createElement("p"), { className: "vh" });
status.setAttribute("role", "status");

// MARK: - The pages of the photos

const pages = new Map();

/** The parts of a page, whose picture is on its way then. */
function load(address) {
  if (!pages.has(address)) {
    const loading = read(address);
    pages.set(address, loading);
    loading.then((page) => (loading.page = page), () => pages.delete(address));
    if (pages.size > 50) pages.delete(pages.keys().next().value);
  }
  return pages.get(address);
}

async function read(address) {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  return parts(document.importNode(page.querySelector("main.viewer"), true), page.title);
}

function parts(main, title) {
  main.querySelector("[role=status]").removeAttribute("role");
  return { title, nodes: [...main.childNodes], stage: main.querySelector(".stage"), info: main.querySelector(".info") };
}

const neighbour = (name) => root?.querySelector(name)?.href;

async function show(address, change) {
  const before = seen;
  let page;
  try {
    page = await load(address);
  } catch {
    // The browser's own page says what is wrong.
    return location.assign(address);
  }
  if (seen !== before) return;
  const fillIn = () => {
    seen = address;
    change?.();
    fill(page);
  };
  if (root) return fillIn();
  const thumbnail = origin?.querySelector("img");
  const photo = page.stage.firstElementChild;
  if (thumbnail && !photo.complete) {
    photo.style.background = `center / contain no-repeat url("${thumbnail.currentSrc}")`;
    photo.addEventListener("load", () => (photo.style.background = ""), { once: true });
  }
  morph(thumbnail, () => (open(), fillIn()), () => photo);
}

/** One picture becomes another one, which stands elsewhere. */
function morph(from, change, to) {
  if (!document.startViewTransition || isCalm.matches) return change();
  from?.classList.add("grows");
  let target;
  const transition = document.startViewTransition(() => {
    from?.classList.remove("grows");
    change();
    target = to();
    target?.classList.add("grows");
  });
  transition.ready.catch(() => {});
  transition.finished.finally(() => target?.classList.remove("grows"));
}

function open() {
  root = document.createElement("dialog");
  root.className = "viewer";
  root.addEventListener("cancel", (event) => (event.preventDefault(), history.back()));
  listen();
  document.body.append(root);
  root.showModal();
}

/** Shows the parts of a photo's page; the focus stays on the button of the same meaning. */
function fill(page) {
  const held = ["prev", "next", "shut", "fav"].find((name) => document.activeElement?.matches(`.viewer .${name}`));
  const isInfoOpen = root.querySelector(".info")?.open;
  root.querySelector("video")?.pause();
  place({ scale: 1, x: 0, y: 0 });
  root.replaceChildren(status, ...page.nodes);
  page.info.open = Boolean(isInfoOpen);
  const label = root.querySelector("h1 .vh").textContent;
  root.setAttribute("aria-label", label);
  status.textContent = label;
  document.title = page.title;
  (root.querySelector(`.${held}`) ?? (isOwn ? null : root.querySelector(".shut")))?.focus();
  furnish();
}

function furnish() {
  root.querySelector(".share").hidden = !canShare;
  const strip = root.querySelector(".strip");
  const { offsetLeft, offsetWidth } = strip.querySelector("[aria-current]");
  strip.scrollLeft = offsetLeft - (strip.clientWidth - offsetWidth) / 2;
  for (const name of [".next", ".prev"]) {
    if (neighbour(name)) load(neighbour(name)).then(({ stage }) => stage.firstElementChild.decode?.()).catch(() => {});
  }
}

/** The turns that are asked for, one after the other: two quick ones go two photos on. */
let turns = Promise.resolve();

/** Another photo takes the place of this one, so that Back closes. */
function turn(find) {
  turns = turns.catch(() => {}).then(() => {
    const address = root && find();
    return address && show(address, () => history.replaceState({ photo: address }, "", address));
  });
}

const leave = () => (isOwn ? location.assign(neighbour(".shut")) : history.back());

addEventListener("popstate", (event) => {
  if (event.state?.photo) show(event.state.photo);
  else if (!isOwn) close();
});

/** The focus goes to the photo that was seen last, where the page has it. */
function close() {
  if (!root) return (seen = null);
  const dialog = root;
  const last = [...document.querySelectorAll("a.photo")].find((link) => link.href === seen) ?? origin;
  root = seen = null;
  document.title = title;
  morph(dialog.querySelector(".stage > *"), () => {
    dialog.close();
    dialog.remove();
    last?.focus();
  }, () => last?.isConnected && last.firstElementChild);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.photo");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  origin = link;
  show(link.href, () => history.pushState({ photo: link.href }, "", link.href));
});
// The page is there when the finger is lifted.
document.addEventListener("pointerdown", (event) => {
  const link = event.target.closest("a.photo");
  if (link && !event.button) load(link.href).catch(() => {});
});

// MARK: - Buttons and keys

function clicked(event) {
  const button = event.target.closest("a, button");
  if (!button || event.ctrlKey || event.metaKey) return;
  if (button.matches(".fav")) favour(button);
  else if (button.matches(".share")) share(button.dataset);
  else if (button.matches(".shut")) leave();
  else if (button.matches(".prev, .next, .strip a")) turn(() => (button.isConnected ? button.href : neighbour(`.${button.className}`)));
  else return;
  event.preventDefault();
}

async function favour(button) {
  const set = (isOn) => {
    button.setAttribute("aria-pressed", isOn);
    button.setAttribute("formaction", isOn ? button.dataset.off : button.dataset.on);
  };
  const isOn = button.getAttribute("aria-pressed") === "true";
  const action = button.getAttribute("formaction");
  set(!isOn);
  try {
    const { deliver } = await import(document.body.dataset.outbox);
    await deliver(action, new FormData(button.form), { label: button.getAttribute("aria-label") });
  } catch {
    set(isOn);
  }
}

async function share({ file, name }) {
  const bytes = await (await fetch(file)).blob();
  // It is refused when somebody thinks better of it.
  await navigator.share({ files: [new File([bytes], name, { type: bytes.type })] }).catch(() => {});
}

const actions = {
  i: () => root.querySelector(".info summary").click(),
  f: () => root.querySelector(".fav")?.click(),
  z: () => zoom(view.scale > 1 ? 1 : 2.5),
  "+": () => zoom(view.scale * 1.5),
  "=": () => zoom(view.scale * 1.5),
  "-": () => zoom(view.scale / 1.5),
};

document.addEventListener("keydown", (event) => {
  if (!root || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Tab") root.classList.remove("bare");
  if (event.key === "Escape" && isOwn) return leave();
  const side = { ArrowLeft: ".prev", ArrowRight: ".next" }[event.key];
  const act = !("keys" in document.body.dataset) && actions[event.key];
  if (!side && !act || event.target.matches("video, input")) return;
  event.preventDefault();
  // Arrows go where they point.
  if (side) turn(() => neighbour(isMirrored ? (side === ".prev" ? ".next" : ".prev") : side));
  else act();
});

// MARK: - Nearer

let view = { scale: 1, x: 0, y: 0 };
const photo = () => root.querySelector(".stage:not(.before, .after) > img");

/** Shows the photo at a scale and a place, no further than to its edges. */
function place({ scale, x, y }) {
  const image = root && photo();
  view = { scale: 1, x: 0, y: 0 };
  if (!image) return;
  const { clientWidth: width, clientHeight: height } = root;
  const fit = Math.min(width / image.getAttribute("width"), height / image.getAttribute("height"));
  const within = (at, length, room) => {
    const most = Math.max(0, (length * fit * scale - room) / 2);
    return Math.min(most, Math.max(-most, at));
  };
  view = { scale, x: within(x, image.getAttribute("width"), width), y: within(y, image.getAttribute("height"), height) };
  image.style.transform = scale > 1 ? `translate(${view.x}px, ${view.y}px) scale(${scale})` : "";
  root.classList.toggle("zoomed", scale > 1);
  if (scale < 1.3 || !image.dataset.whole) return;
  image.removeAttribute("srcset");
  image.src = image.dataset.whole;
  delete image.dataset.whole;
}

/** Zooms around a point of the window. */
function zoom(scale, x = innerWidth / 2, y = innerHeight / 2, from = view) {
  const to = Math.min(8, Math.max(1, scale));
  const about = (at, middle, before) => at - middle - (at - middle - before) * to / from.scale;
  place({ scale: to, x: about(x, innerWidth / 2, from.x), y: about(y, innerHeight / 2, from.y) });
}

// MARK: - Fingers

const fingers = new Map();
let gesture = null;
/** Ends the movement that goes on after a finger was lifted. */
let settle = null;
let tap = null;

function listen() {
  root.classList.add("live");
  root.addEventListener("click", clicked);
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("pointerdown", press);
  root.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, lift);
  root.addEventListener("wheel", (event) => {
    if (!event.target.closest(".stage")) return;
    event.preventDefault();
    zoom(view.scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
}

function press(event) {
  const { target } = event;
  const isOnControls = target.matches("video") && event.offsetY > target.clientHeight - 64;
  if (!target.closest(".stage, .prev, .next") || event.button || isOnControls) return;
  settle?.();
  fingers.set(event.pointerId, event);
  const [a, b] = [...fingers.values()];
  gesture = { x: a.clientX, y: a.clientY, time: event.timeStamp, view, kind: b && "pinch", spread: b && spread(a, b) };
}

const spread = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

function move(event) {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, event);
  const [a, b] = [...fingers.values()];
  if (b) {
    const part = spread(a, b) / gesture.spread;
    return zoom(gesture.view.scale * part, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2, gesture.view);
  }
  const [x, y] = [a.clientX - gesture.x, a.clientY - gesture.y];
  if (!gesture.kind) {
    if (Math.hypot(x, y) < 8) return;
    gesture.kind = view.scale > 1 ? "pan" : Math.abs(x) > Math.abs(y) ? "turn" : "close";
    root.setPointerCapture(event.pointerId);
    if (gesture.kind === "turn") bringSides();
  }
  if (gesture.kind === "pan") place({ scale: view.scale, x: gesture.view.x + x, y: gesture.view.y + y });
  if (gesture.kind === "turn") shift("--x", root.querySelector(x < 0 ? ".stage.after" : ".stage.before") ? x : x / 4);
  if (gesture.kind === "close") {
    shift("--y", Math.max(y, 0));
    root.style.setProperty("--seen", 1 - Math.min(Math.max(y, 0) / 500, 1));
  }
}

const shift = (name, to) => root.style.setProperty(name, `${to}px`);
const nameOf = { before: isMirrored ? ".next" : ".prev", after: isMirrored ? ".prev" : ".next" };

/** The neighbours stand beside the photo while it is moved. */
function bringSides() {
  for (const [side, name] of Object.entries(nameOf)) {
    const page = pages.get(neighbour(name))?.page;
    page?.stage.classList.add(side);
    if (page) root.append(page.stage);
  }
}

function lift(event) {
  if (!fingers.delete(event.pointerId)) return;
  const { kind, x: left, y: top, time } = gesture;
  const [x, y] = [event.clientX - left, event.clientY - top];
  const speed = Math.hypot(x, y) / (event.timeStamp - time);
  const isFar = event.type === "pointerup" && (speed > 0.4 || Math.max(Math.abs(x) / innerWidth, y / innerHeight) > 0.3);
  if (!kind && event.type === "pointerup" && event.target.matches(".stage, .stage > img")) tapped(event);
  if (kind === "turn") {
    const side = x < 0 ? "after" : "before";
    const isTurned = isFar && root.querySelector(`.stage.${side}`);
    const width = root.clientWidth + 16;
    glide("--x", isTurned ? (x < 0 ? -width : width) : 0, isTurned && (() => turn(() => neighbour(nameOf[side]))));
  }
  if (kind === "close") {
    if (isFar && y > 40) leave();
    else glide("--y", 0);
  }
  // What is left of two fingers begins anew.
  const [rest] = fingers.values();
  if (rest) gesture = { x: rest.clientX, y: rest.clientY, time: event.timeStamp, view, kind: view.scale > 1 ? "pan" : "rest" };
}

/** Goes on to a place, and is there when the next finger comes. */
function glide(name, to, then) {
  root.classList.add("glides");
  shift(name, to);
  root.style.removeProperty("--seen");
  const end = setTimeout(() => settle(), isCalm.matches ? 0 : 180);
  settle = () => {
    clearTimeout(end);
    settle = null;
    if (then) then();
    root?.classList.remove("glides");
    root?.style.removeProperty(name);
    for (const side of root?.querySelectorAll(".stage.before, .stage.after") ?? []) {
      side.remove();
      side.classList.remove("before", "after");
    }
  };
}

/** One tap hides everything but the photo, two make it larger. */
function tapped(event) {
  const { clientX: x, clientY: y, timeStamp: time } = event;
  const isSecond = tap && time - tap.time < 300 && spread(tap, event) < 30;
  clearTimeout(tap?.timer);
  tap = isSecond ? null : { clientX: x, clientY: y, time, timer: setTimeout(() => root?.classList.toggle("bare"), 300) };
  if (isSecond) zoom(view.scale > 1 ? 1 : 2.5, x, y);
}

if (isOwn) {
  seen = location.href;
  const page = parts(root, document.title);
  pages.set(seen, Object.assign(Promise.resolve(page), { page }));
  root.prepend(status);
  listen();
  furnish();
}
