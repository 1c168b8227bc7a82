// The text as it reads, behind its box: marks of Markdown in a light ink, headings and what is strong in a heavy one. The
// box shows the caret alone. Nothing here makes a letter wider, so that both have each letter at the same place.

const { element } = await import(document.body.dataset.outbox);
const area = document.getElementById("words");
/** In characters: a longer text has its marks as they are, since a browser would lay it out twice at each key. */
const limit = 20_000;
/** What opens, what it holds, and what closes: a task that is done, a heading, the beginning of a line, strong words, code, links. */
const found = new RegExp(
  [
    /^(?<a8>\s*[-*+] \[[xX]\] )(?<d8>.+)$/, /^(?<a1>#{1,6} )(?<b1>.+)$/, /^(?<a2>\s*(?:[-*+]|\d+[.)])(?: \[[ xX]\])? |> )/,
    /(?<a3>\*\*)(?=\S)(?<b3>[^\n]+?)(?<c3>\*\*)/, /(?<a4>`)(?<w4>[^`\n]+)(?<c4>`)/,
    /(?<a7>\*)(?=\S)(?<w7>[^*\n]+)(?<c7>\*)/, /(?<a5>!?\[\[)(?<w5>[^\]\n]+)(?<c5>\]\])/, /(?<a6>!?\[)(?<w6>[^\]\n]*)(?<c6>\]\([^)\n]*\))/,
  ].map((part) => part.source).join("|"), "gm");

const sheet = element("div", { class: "mirror ink", "aria-hidden": "true", dir: "auto" });
area.before(sheet);

function parts(text) {
  const all = [];
  let end = 0;
  for (const match of text.matchAll(found)) {
    all.push(text.slice(end, match.index));
    for (const [name, value] of Object.entries(match.groups)) {
      if (value) all.push(name[0] === "w" ? value : element({ b: "b", d: "del" }[name[0]] ?? "s", {}, value));
    }
    end = match.index + match[0].length;
  }
  return [...all, text.slice(end)];
}

function write() {
  const isShown = !area.form.dataset.long && area.value.length < limit;
  area.parentElement.classList.toggle("inked", isShown);
  sheet.replaceChildren(...(isShown ? parts(area.value) : []));
}

area.addEventListener("input", write);
document.addEventListener("tl:set", write);
write();
