// The map: dragging, pinching and keys move it at once; the circles and the list of where it stands come from the server.

const world = document.getElementById("world");
const chart = document.getElementById("chart");
const id = (name) => document.getElementById(name);
const { abs, hypot, log2, max, min, round } = Math;
const state = {
  zoom: +world.dataset.zoom, lat: +world.dataset.latitude, lon: +world.dataset.longitude,
};
const furthest = +world.dataset.furthest;
/** Degrees of longitude across the map; half as many of latitude. */
const width = () => 360 / 2 ** state.zoom;
/** Circles at the edge are not cut off. */
const inset = (part, half, least) => (abs(part - 0.5) > half ? part : min(max(part, 0.5 - half + least), 0.5 + half - least));
const clamp = (degree, end, half) => (half > end ? 0 : min(max(degree, half - end), end - half));

/** The height of the box, in heights of the chart. */
const reach = () => world.clientHeight / (world.clientWidth * 0.6);

world.classList.add("live");
chart.setAttribute("tabindex", "0");

function draw() {
  const w = width();
  const half = reach() / 2;
  state.lat = clamp(state.lat, 90, (w / 2) * half);
  state.lon = clamp(state.lon, 180, w / 2);
  const west = state.lon - w / 2, north = state.lat + w / 4;
  id("land").setAttribute("viewBox", `${(west + 180) * 10} ${(90 - north) * 12} ${w * 10} ${w * 6}`);
  const x = (lon) => (lon - west) / w;
  const y = (lat) => (2 * (north - lat)) / w;
  // A circle, and some room around it.
  const edge = 40 / world.clientWidth;
  const percent = (part) => `${part * 100}%`;
  for (const mark of id("marks").children) {
    for (const part of mark.children) {
      const names = { circle: ["cx", "cy"], text: ["x", "y"], svg: ["x", "y"] }[part.localName];
      if (!names) continue;
      part.setAttribute(names[0], percent(inset(x(mark.dataset.lon), 0.5, edge)));
      part.setAttribute(names[1], percent(inset(y(mark.dataset.lat), half, edge / 0.6)));
    }
  }
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => nameGround(x, y));
}

// MARK: - Names of countries and cities

/** Of the next names. */
let frame;
/** Of each country the text, its middle, and the degrees that there is room for; the largest first. */
let countries = [];

/** Where there is room beside the circles and each other; of a country, if it is as wide as its name. */
function nameGround(x, y) {
  const inside = world.getBoundingClientRect(), all = chart.getBoundingClientRect();
  const taken = [...world.querySelectorAll("#marks :is(.hit, rect, .name), .steer:not(.ways)")].map((part) => part.getBoundingClientRect());
  const known = [...document.querySelectorAll("#marks .name")].map((text) => text.textContent.replace(/ \+\d+$/, ""));
  const at = (lon, lat) => [all.left + x(lon) * all.width, all.top + y(lat) * all.height];
  const isFree = (left, right, middle) => {
    const [top, bottom] = [middle - 9, middle + 9];
    if (left < inside.left || right > inside.right || top < inside.top || bottom > inside.bottom) return false;
    if (taken.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)) return false;
    return taken.push({ left, right, top, bottom });
  };
  const put = (part, [left, top]) => part.setAttribute("transform", `translate(${left - all.left} ${top - all.top})`);
  id("countries").replaceChildren(...countries.flatMap(({ text, lon, lat, room }) => {
    const half = text.textContent.length * 4.4, spare = (room / width()) * all.width / 2 - half;
    // Where a circle is in the way, a little beside: still within the country.
    const beside = min(spare, 2 * half), above = room / 6;
    const place = spare > 0 && [[0, 0], [0, above], [0, -above], [beside, 0], [-beside, 0]]
      .map(([right, up]) => at(lon, lat + up).map((part, axis) => part + (axis ? 0 : right)))
      .find(([left, top]) => isFree(left - half, left + half, top));
    if (place) put(text, place);
    return place ? [text] : [];
  }));
  for (const town of id("towns").children) {
    const text = town.lastChild, long = 12 + text.textContent.length * 6.5, place = at(+town.dataset.lon, +town.dataset.lat);
    const side = !known.includes(text.textContent) && [1, -1].find((sign) => isFree(...[place[0] - 5 * sign, place[0] + long * sign].sort((a, b) => a - b), place[1]));
    town.setAttribute("display", side ? "inline" : "none");
    text.setAttribute("dx", side < 0 ? -7 : 7);
    text.setAttribute("text-anchor", side < 0 ? "end" : "start");
    put(town, place);
  }
}

/** They come with the outline of the land, which the browser has. */
async function readCountries() {
  const answer = await fetch(id("land").firstChild.getAttribute("href"));
  const [, lines] = /<desc[^>]*>([^<]*)/.exec(await answer.text());
  countries = lines.split("\n").map((line) => {
    const [title, ...tenths] = line.split(";");
    const [lon, lat, room] = tenths.map((number) => number / 10);
    const text = document.createElementNS(chart.namespaceURI, "text");
    text.textContent = title;
    return { text, lon, lat, room };
  });
  draw();
}

// MARK: - What the server knows of the place

/** With what is looked for and the order of the list. */
function address() {
  const fields = new URLSearchParams({ z: state.zoom, lat: +state.lat.toFixed(4), lon: +state.lon.toFixed(4) });
  const now = new URLSearchParams(location.search);
  for (const name of ["q", "sort"]) if (now.has(name)) fields.set(name, now.get(name));
  return `?${fields}`;
}
let turn = 0;
let timer;

/** Puts the part of another map in the place of this one's. */
function take(page, name) {
  const fresh = page.getElementById(name);
  if (fresh) id(name).replaceWith(document.adoptNode(fresh));
}

/** Without an answer the circles stay that are there. */
async function renew(where = location.pathname + address(), isFit = false) {
  const mine = ++turn;
  const asked = new URL(where, location);
  asked.searchParams.set("h", reach().toFixed(2));
  const answer = await fetch(asked, { headers: { "X-Requested-With": "tl" } }).catch(() => null);
  if (!answer?.ok || mine !== turn) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("world")?.dataset;
  if (!found || mine !== turn) return;
  world.dataset.reach = asked.searchParams.get("h");
  if (isFit) [state.zoom, state.lat, state.lon] = [+found.zoom, +found.latitude, +found.longitude];
  const focused = document.activeElement;
  const label = focused?.closest?.("#marks a")?.getAttribute("aria-label");
  const button = focused?.closest?.(".steer a")?.id;
  for (const name of ["marks", "towns", "here", "map-in", "map-out", "map-fit", "map-west", "map-north", "map-south", "map-east"]) take(page, name);
  draw();
  history.replaceState(history.state, "", isFit ? where : address());
  // Where it was, so that the next key goes on.
  if (label) ([...id("marks").children].find((mark) => mark.getAttribute("aria-label") === label) ?? chart).focus({ preventScroll: true });
  if (button) (id(button).hasAttribute("href") ? id(button) : chart).focus({ preventScroll: true });
  if (mine > 1) id("say").textContent = page.querySelector("#here-title")?.textContent ?? "";
}

function moved() {
  draw();
  clearTimeout(timer);
  timer = setTimeout(renew, 250);
}

// MARK: - Moving

/** By parts of the map. */
function pan(x, y) {
  state.lon += x * width();
  state.lat -= (y * width()) / 2;
  moved();
}

/** What is at `x`, `y`, parts of the map, stays there. */
function zoom(step, x = 0.5, y = 0.5) {
  const to = min(max(state.zoom + step, 0), furthest);
  if (to === state.zoom) return;
  const before = width();
  state.zoom = to;
  state.lon += (x - 0.5) * (before - width());
  state.lat -= ((y - 0.5) * (before - width())) / 2;
  moved();
}

/** To the circle that is nearest to the middle if none would be in sight: else a few steps lead to open sea. */
function closer() {
  const off = ({ dataset: { lon, lat } }) => max(abs(lon - state.lon), 2 * abs(lat - state.lat));
  const [nearest] = [...id("marks").children].sort((a, b) => off(a) - off(b));
  if (nearest && off(nearest) > width() / 4) [state.lat, state.lon] = [+nearest.dataset.lat, +nearest.dataset.lon];
  zoom(1);
}

const fit = () => renew(id("map-fit").getAttribute("href"), true);
const third = 1 / 3;
const acts = {
  "map-in": closer, "map-out": () => zoom(-1), "map-fit": fit,
  "map-west": () => pan(-third, 0), "map-east": () => pan(third, 0),
  "map-north": () => pan(0, -third), "map-south": () => pan(0, third),
};
const keys = {
  ArrowLeft: "map-west", ArrowRight: "map-east", ArrowUp: "map-north", ArrowDown: "map-south",
  "+": "map-in", "=": "map-in", "-": "map-out", 0: "map-fit",
};

world.addEventListener("click", (event) => {
  const act = acts[event.target.closest(".steer a")?.id] ?? nearer(event.target.closest("#marks a"));
  if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
});

/** The act of a circle that leads to another part of the map. */
function nearer(mark) {
  const to = mark && new URL(mark.getAttribute("href"), location);
  if (to?.pathname !== location.pathname) return;
  const [zoom, lat, lon] = ["z", "lat", "lon"].map((name) => +to.searchParams.get(name));
  return () => {
    Object.assign(state, { zoom, lat, lon });
    moved();
  };
}

// Elsewhere the arrows scroll and step through notes.
chart.addEventListener("keydown", (event) => {
  const act = acts[keys[event.key]];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  act();
});
world.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches(".steer a")) {
    event.preventDefault();
    event.target.click();
  }
});

// MARK: - Fingers and the mouse

const pointers = new Map();
let wasDragged = false;

const part = (event) => {
  const box = chart.getBoundingClientRect();
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
};
const spread = () => {
  const [a, b] = [...pointers.values()];
  return hypot(a[0] - b[0], a[1] - b[1]);
};
let spreadBefore = 0;

world.addEventListener("pointerdown", (event) => {
  if (!pointers.size) wasDragged = false;
  if (event.button || event.target.closest(".steer")) return;
  pointers.set(event.pointerId, part(event));
  if (pointers.size === 2) spreadBefore = spread();
});

world.addEventListener("pointermove", (event) => {
  const from = pointers.get(event.pointerId);
  if (!from) return;
  const to = part(event);
  if (!wasDragged && hypot(to[0] - from[0], to[1] - from[1]) < 0.01) return;
  if (!wasDragged) world.setPointerCapture(event.pointerId);
  wasDragged = true;
  world.classList.add("drag");
  pointers.set(event.pointerId, to);
  if (pointers.size === 1) return pan(from[0] - to[0], from[1] - to[1]);
  if (pointers.size > 2) return;
  const steps = round(4 * log2(spread() / spreadBefore)) / 4;
  if (!steps || !spreadBefore) return;
  const [a, b] = [...pointers.values()];
  zoom(steps, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  spreadBefore = spread();
});

for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    if (!pointers.size) world.classList.remove("drag");
  });
}

// A drag that ends on a circle does not open it, unlike the Enter key after it; and none drags the link.
world.addEventListener("click", (event) => wasDragged && event.detail && event.preventDefault(), true);
world.addEventListener("dragstart", (event) => event.preventDefault());
world.addEventListener("dblclick", (event) => event.target.closest(".steer, a") || zoom(1, ...part(event)));
world.addEventListener("wheel", (event) => {
  // The wheel alone scrolls the page.
  if (!event.ctrlKey) return;
  event.preventDefault();
  if (abs(event.deltaY) > 1) zoom(event.deltaY < 0 ? 1 : -1, ...part(event));
}, { passive: false });

// MARK: - Where the browser is

const me = id("map-me");
if (me) me.hidden = !("geolocation" in navigator) || !isSecureContext;
me?.addEventListener("click", () => {
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    Object.assign(state, { zoom: max(state.zoom, 9), lat: coords.latitude, lon: coords.longitude });
    moved();
  }, () => (id("say").textContent = me.dataset.refused));
});

// The server does not know how high the box is.
renew(location.href, true);
readCountries().catch(() => {});
// Names stand at points of the window, circles at parts of the box.
new ResizeObserver(() => countries.length && draw()).observe(world);
