// A long text is in its box a part at a time: a browser lays out all that a box has at each key. For the other modules
// the box has the whole text, byte for byte, and a form sends it.

const size = 30_000;
const native = HTMLTextAreaElement.prototype;
const { get, set } = Object.getOwnPropertyDescriptor(native, "value");

/** The beginning of a line at or after `index`, if there is one near. */
function cut(text, index) {
  if (index <= 0 || index >= text.length) return Math.min(Math.max(index, 0), text.length);
  const end = text.indexOf("\n", index);
  return end < 0 || end > index + size ? index : end + 1;
}

/** @param labels Of the buttons that lead to the part before and the one after. */
export function inParts(area, labels, text) {
  let [before, after] = ["", ""];
  /** The part, and the whole text with it: several modules ask for it at each key, and put together anew it is copied. */
  let [part, joined] = [];
  const whole = () => {
    const now = get.call(area);
    if (now !== part) [part, joined] = [now, before + now + after];
    return joined;
  };

  const buttons = labels.map((label, index) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "part", textContent: label });
    button.addEventListener("click", () => {
      const text = whole();
      const start = index ? text.length - after.length : cut(text, before.length - size);
      show(text, start);
      area.focus();
      area.setSelectionRange(start, start);
      area.scrollIntoView({ block: index ? "start" : "end" });
    });
    return button;
  });
  area.before(buttons[0]);
  area.after(buttons[1]);

  /** @param least The part reaches to this index. */
  function show(text, start, least = 0) {
    const end = cut(text, Math.max(start + size, least));
    [before, after, part] = [text.slice(0, start), text.slice(end)];
    set.call(area, text.slice(start, end));
    area.dataset.start = start;
    [buttons[0].hidden, buttons[1].hidden] = [!before, !after];
    document.dispatchEvent(new CustomEvent("tl:set"));
  }

  const place = (name) => Object.getOwnPropertyDescriptor(native, name).get;
  const own = (name, get, set) => Object.defineProperty(area, name, { get, set, configurable: true });
  own("value", whole, (text) => show(text, cut(text, Math.min(before.length, text.length - size))));
  for (const name of ["selectionStart", "selectionEnd"]) own(name, () => place(name).call(area) + before.length);
  area.setSelectionRange = (start, end) => {
    const text = whole();
    if (start < before.length || end > text.length - after.length) {
      show(text, Math.min(cut(text, start - size / 2), start), end);
    }
    native.setSelectionRange.call(area, start - before.length, end - before.length);
  };
  area.setRangeText = (text, start, end, mode) =>
    native.setRangeText.call(area, text, start - before.length, end - before.length, mode);
  area.form.addEventListener("formdata", ({ formData }) => formData.set("text", whole()));
  show(text, 0);
}
