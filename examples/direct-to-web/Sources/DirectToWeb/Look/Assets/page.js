// Keeps an open page up to date: when rules or rows change, the page is fetched again and its parts are
// replaced. What was typed, the focus and the place of scrolling stay. Every task works without this script.

const base = document.body.dataset.base ?? "";
let events = null;
let wasConnected = false;
let refreshing = false;
let again = false;
let leaving = false;
/** Whether somebody typed something that is not saved; what a form comes back with counts, too. */
let unsaved = false;
/** What was typed into fields that the page does not have at this moment, by form and name. */
const lost = new Map();

/** The form of a row, which holds what somebody is typing. */
const rowForm = () => document.querySelector("form.edit");

const isBox = (field) => field.type === "checkbox" || field.type === "radio";

/** The fields of parts of a page in which people type, by form and name. */
function fields(parts) {
  const found = new Map();
  for (const field of parts.flatMap((part) => [...part.querySelectorAll("input, select, textarea")])) {
    if (field.type === "hidden") continue;
    const action = field.form?.getAttribute("action") ?? field.closest("form")?.getAttribute("action");
    found.set(`${action} ${field.name} ${isBox(field) ? field.value : ""}`, field);
  }
  return found;
}

function isChanged(field) {
  if (isBox(field)) return field.checked !== field.defaultChecked;
  if (field.type === "file") return field.files.length > 0;
  if (field.localName !== "select") return field.value !== field.defaultValue;
  const chosen = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, chosen);
}

const hasOption = (select, value) => [...select.options].some((option) => option.value === value);

/** In a list, what is typed belongs to what was shown with it, whatever others wrote since. */
function keepOriginal(old, field) {
  const row = /^rows:[^:]*:/.exec(old.name)?.[0];
  if (!row) return;
  const [before, after] = [old, field].map((part) => part.closest("form")?.elements[`${row}original`]);
  if (before && after) after.value = before.value;
}

/** Takes over what was typed in the old fields; what has no field now waits until it has one again. */
function keep(before, after) {
  for (const [name, old] of [...lost, ...before]) {
    const field = after.get(name);
    if (!isChanged(old)) continue;
    if (!field) { lost.set(name, old); continue; }
    lost.delete(name);
    if (old.type === "file") field.replaceWith(old);
    else if (isBox(old)) field.checked = old.checked;
    else if (field.localName !== "select" || hasOption(field, old.value)) field.value = old.value;
    keepOriginal(old, field);
  }
}

/** The elements that stand for the same as another one: with its id, or else its name or address. */
function alike(element) {
  const names = element.id ? ["id"] : isBox(element) ? ["name", "value"] : ["name", "href", "formaction"];
  return [...document.querySelectorAll(element.localName)].filter((other) =>
    names.every((name) => other.getAttribute(name) === element.getAttribute(name)));
}

/** Where the focus is, in words that hold on the next page, too. */
function place(element) {
  if (!element || element === document.body) return null;
  return {
    element, index: alike(element).indexOf(element), start: element.selectionStart, end: element.selectionEnd,
  };
}

function focus(where) {
  const element = where && alike(where.element)[where.index];
  if (!element) return;
  element.focus({ preventScroll: true });
  // Fields of numbers and days have no place of the cursor.
  if (where.start == null || element.selectionStart == null) return;
  element.setSelectionRange(where.start, where.end);
}

/** What a form would send, without files: they stay where they are. */
const typed = (form) => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));

/** Fetches the page; that of a row with what is typed, which comes back with the values it began with. */
async function fetchPage() {
  const form = rowForm();
  const response = form
    ? await fetch(`${form.action}?typed=1`, { method: "POST", body: typed(form) })
    : await fetch(location.href);
  if (form ? !response.ok : response.redirected) return null;
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  return next.getElementById("main") ? next : null;
}

function replace(next) {
  const [x, y] = [scrollX, scrollY];
  const scrolled = [...document.querySelectorAll(".scroll")].map((part) => [part.scrollLeft, part.scrollTop]);
  const where = place(document.activeElement);
  const open = [...document.querySelectorAll("details")].map((part) => part.open);
  document.title = next.title;
  document.body.className = next.body.className;
  document.body.dataset.generation = next.body.dataset.generation;
  const parts = [...next.body.children].map((part) => document.importNode(part, true));
  const note = document.querySelector(".notice[data-note]");
  const main = parts.flatMap((part) => [...part.querySelectorAll("main")])[0];
  if (note && main && !main.querySelector(".notice[data-note]")) main.prepend(note);
  keep(fields([document]), fields(parts));
  document.body.replaceChildren(...parts);
  document.querySelectorAll("details").forEach((part, index) => { part.open = open[index] ?? part.open; });
  document.querySelectorAll(".scroll").forEach((part, index) => {
    [part.scrollLeft, part.scrollTop] = scrolled[index] ?? [0, 0];
  });
  document.dispatchEvent(new Event("replaced"));
  focus(where);
  scrollTo({ left: x, top: y, behavior: "instant" });
}

async function refresh() {
  if (leaving) return;
  if (refreshing) { again = true; return; }
  refreshing = true;
  try {
    const next = await fetchPage();
    if (next && !leaving) replace(next);
  } catch {
    // The server is away; the next event tries again.
  } finally {
    refreshing = false;
    if (again) { again = false; refresh(); }
  }
}

/** A form in work is not replaced because a row somewhere changed, but says when its own row is locked or gone. */
function refreshRows() {
  const rows = [...document.querySelectorAll("[name^='rows:']")];
  if (rowForm()) checkForm();
  else if (!rows.some((field) => field.type !== "hidden" && isChanged(field))) refresh();
}

let checking = null;
function checkForm() {
  if (!checking && rowForm()?.matches("[data-keep]:not([data-new]):not([data-locked])")) {
    checking = setTimeout(async () => {
      checking = null;
      const form = rowForm();
      if (!form || leaving) return;
      try {
        const response = await fetch(`${form.action}?typed=1`, { method: "POST", body: typed(form) });
        const next = new DOMParser().parseFromString(await response.text(), "text/html");
        if (leaving || form !== rowForm()) return;
        if (response.ok && next.querySelector("form[data-locked]")) replace(next);
        if ([403, 410].includes(response.status)) warn(form, next);
      } catch {
        // The server is away; the next event tries again.
      }
    }, 500);
  }
}

/** Says above a form, which stays, why it cannot be saved any more. */
function warn(form, next) {
  const box = document.createElement("div");
  box.className = "problems";
  box.setAttribute("role", "alert");
  const heading = document.createElement("h2");
  heading.textContent = next.querySelector("main h1")?.textContent ?? "";
  const text = document.createElement("p");
  text.textContent = next.querySelector("main h1 ~ p")?.textContent ?? "";
  box.append(heading, text);
  form.before(box);
  form.dataset.locked = "";
}

// A browser holds six connections to a site: pages that nobody sees give theirs back.
function listen() {
  // Pages that answer a form cannot be fetched again, and have no generation.
  if (document.hidden || events || document.body.dataset.generation === undefined) return;
  events = new EventSource(`${base}/events`);
  events.addEventListener("open", () => {
    // Rows may have changed while nobody listened.
    if (wasConnected) refreshRows();
    wasConnected = true;
  });
  events.addEventListener("rules", (event) => {
    if (event.data !== document.body.dataset.generation) refresh();
  });
  events.addEventListener("rows", refreshRows);
}

function stop() {
  events?.close();
  events = null;
}

document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); else listen(); });
addEventListener("pagehide", stop);
// Other fields depend on this one: the form comes back with what was typed, and rules that look at it.
document.addEventListener("change", (event) => {
  if (event.target.closest(".field[data-watched]")) refresh();
});
// What the form changes would have this page fetched again, which is about to go: its row may be deleted.
document.addEventListener("submit", (event) => {
  if (event.target.method === "post") { leaving = true; stop(); }
});
document.addEventListener("input", (event) => {
  if (event.target.closest("form.edit, [name^='rows:']")) unsaved = true;
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-leave]") && !event.ctrlKey && !event.metaKey) leaving = true;
});
addEventListener("beforeunload", (event) => {
  if (!leaving && (unsaved || document.querySelector("form[data-unsaved]"))) event.preventDefault();
});
addEventListener("pageshow", () => { leaving = false; unsaved = false; listen(); });
listen();
