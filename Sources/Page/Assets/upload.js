// Files on their way to the server, each by itself and before what they belong to: what has arrived is not sent again.

const { account, api, words: table } = document.body.dataset;
const words = { offline: "", unreadable: "{name}", ...JSON.parse(table || "{}") };

/** In bytes: a hash needs the whole file in memory. Of a larger file the server says what it is. */
const hashLimit = 64 << 20;
/** How many are sent at once: one is written to the disk while the next arrives. */
const lanes = 3;
/** In milliseconds, without a byte in either direction. */
const patience = 60_000;

let hashing = Promise.resolve();

/** One after the other, for the memory; null for a file that is too large, and on a page without TLS. */
function hashOf(file) {
  hashing = hashing.then(() => hash(file), () => hash(file));
  return hashing.catch(() => unreadable(file));
}

/** A file that was removed, or changed, after it was chosen. */
function unreadable(file) {
  throw new Error(words.unreadable.replace("{name}", file.name));
}

async function hash(file) {
  if (file.size > hashLimit || !crypto.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function ask(method, address, body, progress, signal) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    let timer;
    const abort = () => request.abort();
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, patience);
    };
    request.open(method, address);
    request.responseType = "json";
    request.setRequestHeader("X-Requested-With", "tl");
    request.setRequestHeader("Tl-Account", account);
    if (body) request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded }) => (wait(), progress(loaded)));
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      if (request.status) done(request);
      else fail(Object.assign(new Error(words.offline), { waits: true }));
    });
    if (signal.aborted) return fail(new Error(words.offline));
    signal.addEventListener("abort", abort);
    wait();
    request.send(body);
  });
}

/** Some may have arrived: then a hash tells which. Hashing takes a browser as long as sending, so at first there is none. */
let isAgain = false;

/** The SHA-256 of a file that the server has now. */
async function send(file, progress, signal) {
  const hash = isAgain ? await hashOf(file) : null;
  const known = hash && (await ask("HEAD", `${api}/media/${hash}`, null, () => {}, signal));
  if (known?.status === 200) {
    progress(file.size);
    return hash;
  }
  const answer = await ask(hash ? "PUT" : "POST", `${api}/media${hash ? `/${hash}` : ""}`, file, progress, signal)
    .catch(async (error) => {
      // For a browser that is the same as a server that does not answer.
      await file.slice(0, 1).arrayBuffer().catch(() => unreadable(file));
      throw error;
    });
  const isTaken = answer.status === 200 || answer.status === 201;
  if (isTaken && answer.response?.sha256) return answer.response.sha256;
  const { message, next } = answer.response?.error ?? { message: `${answer.status}`, next: "" };
  const waits = isTaken || answer.status === 401 || answer.status >= 500;
  throw Object.assign(new Error(`${message} ${next}`.trim()), { waits, status: answer.status });
}

/** The SHA-256 of each file, without sending one; null if one of them is not known before. */
export async function hashesOf(files) {
  isAgain = true;
  const hashes = await Promise.all(files.map(hashOf));
  return hashes.every(Boolean) ? hashes : null;
}

/**
 * Sends what the server does not have of `files`; the result is the SHA-256 of each.
 *
 * `progress(index, bytes)` says how much of a file has gone. After one that cannot be sent no other is begun: the error has
 * `waits` if it can be tried again, and `status` if the server answered.
 */
export async function upload(files, progress = () => {}, signal = new AbortController().signal) {
  const hashes = [];
  let next = 0;
  const lane = async () => {
    while (next < files.length) {
      const index = next;
      next += 1;
      hashes[index] = await send(files[index], (bytes) => progress(index, bytes), signal);
    }
  };
  const stop = (error) => {
    next = files.length;
    throw error;
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, () => lane().catch(stop)));
  // The form may be refused, and sent again.
  isAgain = true;
  const failed = ends.find((end) => end.reason);
  if (failed) throw failed.reason;
  return hashes;
}
