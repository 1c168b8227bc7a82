// Recording with the microphone. What is recorded lies in this browser, slice by slice, until it is saved.

const box = document.getElementById("record");
const { account, words: table } = document.body.dataset;
const words = JSON.parse(table || "{}");

/** Milliseconds. Chromium's MP4 is one slice behind, and a crash may cost five seconds. */
const slice = 2_500;
/** Older iPhones play AAC only; Safari writes WebM without a duration. */
const types = ["audio/mp4;codecs=mp4a.40.2", "audio/mp4", "audio/webm;codecs=opus", "audio/ogg;codecs=opus"];

function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

function button(label, act) {
  const result = element("button", { type: "button" }, label);
  result.addEventListener("click", act);
  return result;
}

const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, "0")}`;

// MARK: - The store: slices of recordings that are not saved yet

function store(mode, work) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(`tl-${account}-recordings`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("slices", { autoIncrement: true });
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("slices", mode);
      let result;
      work(transaction.objectStore("slices"), (value) => (result = value));
      transaction.oncomplete = () => (database.close(), done(result));
      transaction.onerror = transaction.onabort = () => (database.close(), fail(transaction.error));
    };
  });
}

const keep = (part) => store("readwrite", (slices) => slices.add(part)).catch(() => {});

const forget = (names) => store("readwrite", (slices) => {
  slices.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    if (names.has(cursor.value.name)) cursor.delete();
    cursor.continue();
  };
}).catch(() => {});

/** Recordings by name, except those that a page has open. */
async function left() {
  const held = new Set((await navigator.locks?.query())?.held.map((lock) => lock.name));
  const slices = await store("readonly", (slices, done) => {
    slices.getAll().onsuccess = (event) => done(event.target.result);
  }).catch(() => []);
  const takes = new Map();
  for (const part of slices) {
    if (held.has(lockName(part.name))) continue;
    if (!takes.has(part.name)) takes.set(part.name, { name: part.name, type: part.type, parts: [], time: 0 });
    const take = takes.get(part.name);
    take.parts.push(part.blob);
    take.time = Math.max(take.time, part.time);
  }
  return takes.values();
}

const lockName = (name) => `tl-${account}-${name}`;
/** So that another tab does not offer it. */
const hold = (name) => navigator.locks?.request(lockName(name), { ifAvailable: true }, () => new Promise(() => {}));

// MARK: - The form

/** Recordings among the form's files, by name. */
const given = new Map();

function give(take) {
  const file = new File(take.parts, take.name, { type: take.type.split(";")[0] });
  given.set(take.name, take);
  hold(take.name);
  document.dispatchEvent(new CustomEvent("tl:files", { detail: [file] }));
}

function offer(take) {
  const line = element("p", { class: "notice", role: "status" }, words.found.replace("{time}", clock(take.time)), " ");
  line.append(button(words.addIt, () => (line.remove(), give(take))), " ",
    button(words.discard, () => (line.remove(), forget(new Set([take.name])))));
  box.append(line);
}

document.addEventListener("tl:removed", (event) => {
  const take = given.get(event.detail.name);
  if (!take) return;
  given.delete(take.name);
  offer(take);
});
document.addEventListener("tl:sent", (event) => given.size && event.detail.push(forget(new Set(given.keys()))));

// MARK: - Recording

let recording = null;
const start = document.getElementById("mic");
start.addEventListener("click", () => (isSecureContext ? begin() : complain(words.needsSafe)));

const level = element("meter", { min: 0, max: 1, "aria-label": words.level });
const time = element("output", { "aria-live": "off" });
const pause = button("", () => (recording.recorder.state === "paused" ? recording.resume() : recording.pause()));
const panel = [level, time, pause, button(words.done, () => recording.end()),
  button(words.discard, () => recording.end(false))];

function show() {
  for (const part of panel) part.remove();
  if (recording) box.prepend(...panel);
  start.disabled = Boolean(recording);
}

function complain(text) {
  box.querySelector(".warning")?.remove();
  box.append(element("p", { class: "warning", role: "alert" }, text));
}

async function begin() {
  start.disabled = true;
  box.querySelector(".warning")?.remove();
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    recording = record(stream);
    show();
    pause.focus();
  } catch (error) {
    complain(error.name === "NotAllowedError" ? words.allowMic : error.name === "NotFoundError" ? words.noMic
      : words.failed.replace("{why}", error.message));
  }
  start.disabled = Boolean(recording);
}

function record(stream) {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 64_000 });
  const now = new Date();
  const digits = (...numbers) => numbers.map((n) => String(n).padStart(2, "0")).join("");
  const stamp = `${digits(now.getFullYear(), now.getMonth() + 1, now.getDate())}-${digits(now.getHours(), now.getMinutes(), now.getSeconds())}`;
  const take = { name: "", type: recorder.mimeType, parts: [], time: 0 };
  let [isKept, isRunning, since, saving, awake] = [true, true, performance.now(), Promise.resolve(), null];
  const elapsed = () => take.time + (isRunning ? performance.now() - since : 0);
  const stopClock = () => ([take.time, isRunning] = [elapsed(), false]);

  recorder.addEventListener("dataavailable", ({ data }) => {
    if (!data.size) return;
    const type = recorder.mimeType || data.type;
    const ending = type.includes("mp4") ? "m4a" : type.includes("ogg") ? "ogg" : "webm";
    if (!take.name) {
      Object.assign(take, { name: `recording-${stamp}.${ending}`, type });
      hold(take.name);
    }
    take.parts.push(data);
    const part = { name: take.name, type, blob: data, time: elapsed() };
    saving = saving.then(() => keep(part));
  });
  recorder.addEventListener("stop", async () => {
    stopClock();
    cancelAnimationFrame(frame);
    awake?.release();
    sound.close();
    for (const track of stream.getTracks()) track.stop();
    recording = null;
    show();
    start.focus();
    await saving;
    if (!take.parts.length) return;
    if (isKept) give(take);
    else forget(new Set([take.name]));
  });
  // The microphone was unplugged, or taken away.
  stream.getAudioTracks()[0].addEventListener("ended", () => recorder.state !== "inactive" && recorder.stop());

  const sound = new AudioContext();
  const analyser = sound.createAnalyser();
  const samples = new Float32Array(analyser.fftSize);
  sound.createMediaStreamSource(stream).connect(analyser);
  let frame = requestAnimationFrame(function draw() {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
    // Speech is mostly between -50 and 0 dB.
    level.value = isRunning ? Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-9)) / 50)) : 0;
    time.textContent = clock(elapsed());
    frame = requestAnimationFrame(draw);
  });

  // A screen that goes dark stops the recording on phones.
  const wake = () => navigator.wakeLock?.request("screen").then((lock) => (awake = lock), () => {});
  document.addEventListener("visibilitychange", () => !document.hidden && recorder.state === "recording" && wake());
  wake();
  pause.textContent = words.pause;
  recorder.start(slice);
  return {
    recorder,
    pause() {
      recorder.pause();
      stopClock();
      pause.textContent = words.resume;
    },
    resume() {
      [since, isRunning] = [performance.now(), true];
      recorder.resume();
      pause.textContent = words.pause;
    },
    end(keeps = true) {
      isKept = keeps;
      recorder.stop();
    },
  };
}

addEventListener("pagehide", () => recording?.end());

box.hidden = false;
start.disabled = isSecureContext && !(window.MediaRecorder && navigator.mediaDevices);
if (location.hash === "#add-recording") start.focus();
for (const take of await left()) offer(take);
