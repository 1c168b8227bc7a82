// Sound: ten seconds back and on, speed, and a waveform. The browser's own player stays.

const { account, words: table } = document.body.dataset;
const words = JSON.parse(table || "{}");
const speeds = [1, 1.25, 1.5, 2];
/** In bytes, of a file that is read for its waveform. */
const largest = 20e6;
/** In seconds: decoded, an hour takes 115 MB. */
const longest = 3_600;
const count = 200;

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

// MARK: - Speed, the same for all that is played in this browser

let speed = Number(localStorage.getItem("tl-speed"));
if (!speeds.includes(speed)) speed = 1;

function setSpeed(value) {
  speed = value;
  localStorage.setItem("tl-speed", String(value));
  for (const select of document.querySelectorAll(".sound select")) select.value = String(value);
  for (const audio of document.querySelectorAll("audio")) audio.playbackRate = value;
}

// MARK: - Players

/** Adds what is missing to the players in `root`. */
export function furnish(root) {
  for (const audio of root.querySelectorAll("audio[controls]:not([data-furnished])")) {
    audio.dataset.furnished = "";
    furnishOne(audio);
  }
}

function furnishOne(audio) {
  const name = audio.getAttribute("aria-label") ?? "";
  const skip = (seconds, text, label) => {
    const result = element("button", { type: "button", "aria-label": `${label}: ${name}` }, text);
    result.addEventListener("click", () => {
      const end = Number.isFinite(audio.duration) ? audio.duration : Infinity;
      audio.currentTime = Math.min(Math.max(0, audio.currentTime + seconds), end);
    });
    return result;
  };
  const select = element("select", { "aria-label": `${words.speed}: ${name}` },
    ...speeds.map((value) => element("option", { value }, `${value}×`)));
  select.value = String(speed);
  select.addEventListener("change", () => setSpeed(Number(select.value)));
  // A new source goes back to the default.
  audio.defaultPlaybackRate = audio.playbackRate = speed;
  audio.after(element("div", { class: "sound" }, skip(-10, "−10 s", words.back10), skip(10, "+10 s", words.forward10), select));
  audio.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (audio.paused) audio.play().catch(() => {});
    else audio.pause();
  });
  near.observe(audio);
}

// MARK: - Waveforms: read once for each file, when its player comes near

let turn = Promise.resolve();

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    turn = turn.then(() => draw(target)).catch(() => {});
  }
}, { rootMargin: "300px" });

async function draw(audio) {
  if (!audio.isConnected || navigator.connection?.saveData || Number(audio.dataset.seconds) > longest) return;
  const size = Number(audio.closest("[data-bytes]")?.dataset.bytes
    ?? (await fetch(audio.src, { method: "HEAD" })).headers.get("Content-Length"));
  if (!(size > 0 && size < largest)) return;
  const key = `${audio.src} ${size}`;
  let peaks = await cached(key);
  if (!peaks) {
    const answer = await fetch(audio.src);
    if (!answer.ok) return;
    // The lowest rate that every browser has: 200 peaks need no more.
    const context = new OfflineAudioContext(1, 1, 8_000);
    peaks = measured(await context.decodeAudioData(await answer.arrayBuffer()));
    await store("readwrite", (waves) => waves.put(peaks, key)).catch(() => {});
  }
  show(audio, peaks);
}

/** The loudest sample of each part, 255 for the loudest of all. */
function measured(buffer) {
  const samples = buffer.getChannelData(0);
  const peaks = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const end = Math.floor(((i + 1) * samples.length) / count);
    for (let n = Math.floor((i * samples.length) / count); n < end; n++) peaks[i] = Math.max(peaks[i], Math.abs(samples[n]));
  }
  const most = Math.max(...peaks, 1e-4);
  return Uint8Array.from(peaks, (peak) => Math.round((255 * peak) / most));
}

function show(audio, peaks) {
  const space = "http://www.w3.org/2000/svg";
  const [svg, path] = ["svg", "path"].map((name) => document.createElementNS(space, name));
  svg.setAttribute("viewBox", `0 0 ${count} 32`);
  svg.setAttribute("preserveAspectRatio", "none");
  path.setAttribute("vector-effect", "non-scaling-stroke");
  path.setAttribute("d", Array.from(peaks, (peak, i) => {
    const half = Math.max(0.5, (15 * peak) / 255);
    return `M${i + 0.5} ${(16 - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
  }).join(""));
  svg.append(path);
  // For the pointer alone: the player itself has the same for keys and screen readers.
  const wave = element("div", { class: "wave", "aria-hidden": "true" }, svg);
  wave.addEventListener("click", (event) => {
    const { left, width } = wave.getBoundingClientRect();
    const length = Number.isFinite(audio.duration) ? audio.duration : Number(audio.dataset.seconds);
    if (length) audio.currentTime = (length * (event.clientX - left)) / width;
  });
  audio.addEventListener("timeupdate", () => {
    const length = Number.isFinite(audio.duration) ? audio.duration : Number(audio.dataset.seconds);
    wave.style.setProperty("--at", length ? audio.currentTime / length : 0);
  });
  audio.before(wave);
}

function store(mode, work) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(`tl-${account}-waves`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("peaks");
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("peaks", mode);
      const request = work(transaction.objectStore("peaks"));
      transaction.oncomplete = () => (database.close(), done(request.result));
      transaction.onerror = transaction.onabort = () => (database.close(), fail(transaction.error));
    };
  });
}

const cached = (key) => store("readonly", (waves) => waves.get(key)).catch(() => undefined);
