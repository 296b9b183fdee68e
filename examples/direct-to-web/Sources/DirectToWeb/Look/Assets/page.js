// Keeps an open page up to date: when rules or rows change, the page is fetched again and its parts are
// replaced. What was typed, the focus and the place of scrolling stay. Every task works without this script.

const base = document.body.dataset.base ?? "";
let events = null;
let refreshing = false;
let again = false;

/** The fields of a document that hold something typed, by form and name. */
function typed(root) {
  const found = new Map();
  for (const field of root.querySelectorAll("input, select, textarea")) {
    const isBox = field.type === "checkbox" || field.type === "radio";
    if (field.type === "hidden" || field.type === "password") continue;
    const name = `${field.form?.getAttribute("action") ?? ""} ${field.name} ${isBox ? field.value : ""}`;
    found.set(name, field);
  }
  return found;
}

function isChanged(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") {
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
      && [...field.options].some((option) => option.defaultSelected) || field.selectedIndex > 0
      && ![...field.options].some((option) => option.defaultSelected);
  }
  return field.value !== field.defaultValue;
}

/** Takes over what was typed in the old fields. */
function keep(before, after) {
  for (const [name, old] of before) {
    const field = after.get(name);
    if (!field || !isChanged(old)) continue;
    if (old.type === "checkbox" || old.type === "radio") field.checked = old.checked;
    else field.value = old.value;
  }
}

function place(element) {
  if (!element || element === document.body) return null;
  return { id: element.id, name: element.name, start: element.selectionStart, end: element.selectionEnd };
}

function focus(where) {
  if (!where) return;
  const element = where.id
    ? document.getElementById(where.id)
    : where.name && document.getElementsByName(where.name)[0];
  if (!element) return;
  element.focus({ preventScroll: true });
  try {
    if (where.start != null) element.setSelectionRange(where.start, where.end);
  } catch {
    // Fields of numbers and days have no place of the cursor.
  }
}

async function refresh() {
  if (refreshing) { again = true; return; }
  refreshing = true;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    const text = await response.text();
    if (response.redirected && new URL(response.url).pathname !== location.pathname) return;
    const next = new DOMParser().parseFromString(text, "text/html");
    if (!next.getElementById("main")) return;
    const [x, y] = [scrollX, scrollY];
    const scrolled = [...document.querySelectorAll(".scroll")].map((part) => part.scrollLeft);
    const where = place(document.activeElement);
    const open = [...document.querySelectorAll("details")].map((part) => part.open);
    const before = typed(document);
    document.title = next.title;
    document.body.className = next.body.className;
    document.body.dataset.generation = next.body.dataset.generation;
    const parts = [...next.body.children].map((part) => document.importNode(part, true));
    keep(before, typed({ querySelectorAll: (query) => parts.flatMap((part) => [...part.querySelectorAll(query)]) }));
    document.body.replaceChildren(...parts);
    document.querySelectorAll("details").forEach((part, index) => { part.open = open[index] ?? part.open; });
    document.querySelectorAll(".scroll").forEach((part, index) => { part.scrollLeft = scrolled[index] ?? 0; });
    focus(where);
    scrollTo({ left: x, top: y, behavior: "instant" });
    document.dispatchEvent(new CustomEvent("page-refreshed"));
  } catch {
    // The server is away; the next event tries again.
  } finally {
    refreshing = false;
    if (again) { again = false; refresh(); }
  }
}

// A browser holds six connections to a site: pages that nobody sees give theirs back.
function listen() {
  if (document.hidden || events) return;
  events = new EventSource(`${base}/events`);
  events.addEventListener("rules", (event) => {
    if (event.data !== document.body.dataset.generation) refresh();
  });
  events.addEventListener("rows", () => {
    // A form in work is not replaced because a row somewhere changed.
    if (!document.querySelector("form.edit")) refresh();
  });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) { events?.close(); events = null; } else { listen(); }
});
addEventListener("pagehide", () => { events?.close(); events = null; });
addEventListener("pageshow", listen);
document.getElementById("problems")?.focus();
listen();
