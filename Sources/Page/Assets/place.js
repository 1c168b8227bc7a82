// The place of a note: which of several a name means, and where this device is.

const { home, words: table } = document.body.dataset;
const words = JSON.parse(table);
const field = document.getElementById("place");
const how = document.getElementById("place-how");
const choose = document.getElementById("choose");
const here = document.getElementById("here");
const legend = choose.firstElementChild;
let timer;
let asked = field.value;

function show(text, places = []) {
  how.textContent = text || how.dataset.how;
  const chosen = choose.querySelector("input:checked")?.value;
  choose.replaceChildren(legend, ...places.map(({ text: value }) => {
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "choice", value });
    input.checked = value === chosen;
    const name = Object.assign(document.createElement("span"), { dir: "auto", textContent: value });
    const label = document.createElement("label");
    label.append(input, " ", name);
    return label;
  }));
  choose.hidden = places.length === 0;
}

/** Asks the server what the text means; without it the text is looked up when it is sent. */
async function look() {
  const text = field.value.trim();
  if (text === asked) return;
  asked = text;
  if (!text) return show();
  const address = new URL("places/find", new URL(home, location));
  address.searchParams.set("q", text);
  const answer = await fetch(address, { headers: { "X-Requested-With": "tl" } }).catch(() => null);
  if (field.value.trim() !== text) return;
  if (!answer?.ok) return show();
  const { places, near } = await answer.json();
  if (places.length > 1) show(words.placeSeveral.replace("{n}", places.length), places.slice(0, 20));
  else show(near ? words.placeNear.replace("{name}", near) : places[0]?.text ?? (text.startsWith("=") ? "" : words.placeUnknown));
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, 500);
});
field.addEventListener("change", look);

function take(latitude, longitude) {
  field.value = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  look();
}

if (here && navigator.geolocation) {
  here.hidden = false;
  here.addEventListener("click", () => {
    how.textContent = words.placeLooking;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => take(coords.latitude, coords.longitude),
      () => (how.textContent = words.placeRefused), { timeout: 20_000, maximumAge: 60_000 });
  });
}

const onMap = document.getElementById("on-map");
onMap.hidden = false;
// Without the server the map is not there.
onMap.addEventListener("click", () => import(onMap.dataset.spot).then(({ toggle }) => toggle(onMap, take), () => {}));
