/* The state of a sync while it runs. Everything here works without this script too. */

let isLoading = false;
let isStale = false;

document.addEventListener("tl-sync", load);

/** Loads the parts again; what is chosen in a question stays. */
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
      if (answer.ok) for (const fresh of page.querySelectorAll("section.part")) show(document.getElementById(fresh.id), fresh);
      const state = page.querySelector("a.state");
      document.querySelector("a.state")?.remove();
      if (state) document.querySelector(".rooms")?.append(state);
    } catch {
      // The server is gone: the next event, or a person, asks again.
    }
  }
  isLoading = false;
}

function show(part, fresh) {
  if (!part) return;
  const hadFocus = part.contains(document.activeElement);
  part.replaceChildren(...fresh.childNodes);
  if (part.id === "sync") {
    const say = document.getElementById("say");
    const text = (part.querySelector(".warning, legend") ?? part.querySelector("h2"))?.textContent ?? "";
    if (say && say.textContent !== text) say.textContent = text;
  }
  if (!hadFocus) return;
  const next = part.querySelector("legend ~ label input, button, a");
  if (next) next.focus();
  else document.getElementById("main").focus();
}
