// The last searches, which this browser alone keeps. Not a module: what stands below them must not move.
{
  const box = document.getElementById("recent");
  const { account, copies, home } = document.body.dataset;
  const name = `tl-searches-${account}`;
  let kept = [];
  try {
    if (copies === "off") localStorage.removeItem(name);
    kept = JSON.parse(localStorage.getItem(name) ?? "[]");
    const { searched } = box.dataset;
    if (searched && copies !== "off") {
      kept = [searched, ...kept.filter((one) => one.toLowerCase() !== searched.toLowerCase())].slice(0, 8);
      localStorage.setItem(name, JSON.stringify(kept));
    }
  } catch {
    // A browser that keeps nothing.
  }
  for (const text of kept) {
    const link = document.createElement("a");
    [link.className, link.dir, link.textContent] = ["chip", "auto", text];
    link.href = `${home}search?q=${encodeURIComponent(text)}`;
    box.lastElementChild.append(link, " ");
  }
  box.hidden = !kept.length || box.dataset.searched || box.dataset.start === undefined;
  box.querySelector("button").addEventListener("click", () => {
    localStorage.removeItem(name);
    box.hidden = true;
    document.querySelector("main").focus({ preventScroll: true });
  });
}
