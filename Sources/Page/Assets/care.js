/* The state of a sync while it runs. Everything here works without this script too. */

let isLoading = false;
let isStale = false;

document.addEventListener("tl-sync", load);

/** Loads the part about git again; what is typed or chosen in a question stays. */
async function load() {
  const part = document.getElementById("sync");
  if (!part || part.querySelector(".questions")?.contains(document.activeElement)) return;
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  while (isStale) {
    isStale = false;
    try {
      const answer = await fetch(location.pathname, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("sync");
      if (answer.ok && fresh) show(document.getElementById("sync"), fresh);
    } catch {
      // The server is gone: the next event, or a person, asks again.
    }
  }
  isLoading = false;
}

function show(part, fresh) {
  const hadFocus = part.contains(document.activeElement);
  part.replaceChildren(...fresh.childNodes);
  const say = document.getElementById("say");
  const text = part.querySelector(".warning, legend, p")?.textContent ?? "";
  if (say && say.textContent !== text) say.textContent = text;
  if (!hadFocus) return;
  const next = part.querySelector("legend ~ label input, button, a");
  if (next) next.focus();
  else document.getElementById("main").focus();
}
