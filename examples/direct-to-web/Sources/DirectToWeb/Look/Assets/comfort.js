// Comfort on top of pages that work without it: a filter of the menu, choosing rows, views that are kept in this
// browser, and rows that are found while typing. It starts again whenever `page.js` replaces the page.

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** Hides the tables of the menu whose names do not contain what is typed. */
function filterMenu(field) {
  field.hidden = false;
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const item of field.parentElement.querySelectorAll("li")) {
      item.hidden = !item.textContent.toLowerCase().includes(wanted);
    }
  });
}

/** Says how many rows of a list are chosen, and lets one box choose all of the page. */
function countChosen(form) {
  const rows = () => [...form.querySelectorAll("input[name='row']")];
  const all = form.querySelector(".choose-all");
  const matching = form.querySelector("input[name='all']");
  const text = form.querySelector(".chosen");
  const show = () => {
    const chosen = rows().filter((row) => row.checked).length;
    if (text) text.textContent = matching?.checked ? "" : `${chosen} ${text.dataset.words ?? ""}`;
    if (!all) return;
    all.checked = chosen > 0 && chosen === rows().length;
    all.indeterminate = chosen > 0 && !all.checked;
  };
  if (all) {
    all.hidden = rows().length === 0;
    all.addEventListener("change", () => {
      for (const row of rows()) row.checked = all.checked;
      show();
    });
  }
  form.addEventListener("change", show);
  show();
}

/** Views of a list, by name, in the memory of this browser. */
function keepViews(menu) {
  const name = `views ${menu.dataset.views}`;
  const read = () => {
    try { return JSON.parse(localStorage.getItem(name)) ?? {}; } catch { return {}; }
  };
  const write = (views) => {
    try { localStorage.setItem(name, JSON.stringify(views)); } catch { /* The browser keeps nothing. */ }
    show();
  };
  const list = menu.querySelector("ul");
  const field = menu.querySelector("input");
  const save = () => {
    const title = field.value.trim();
    if (!title) return;
    field.value = "";
    const items = [...new URLSearchParams(location.search)].filter(([key]) =>
      !["after", "before", "at", "panel", "why"].includes(key));
    write({ ...read(), [title]: `?${new URLSearchParams(items)}` });
  };
  const show = () => list.replaceChildren(...Object.entries(read()).map(([title, query]) => {
    const remove = make("button", { type: "button", className: "quiet", textContent: "×" });
    remove.setAttribute("aria-label", `${menu.dataset.remove} ${title}`);
    remove.addEventListener("click", () => {
      const views = read();
      delete views[title];
      write(views);
    });
    return make("li", {}, make("a", { href: location.pathname + query, textContent: title }), remove);
  }));
  menu.hidden = false;
  menu.querySelector("button").addEventListener("click", save);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); save(); }
  });
  show();
}

/** The rows that fit what is typed, from the page on which a row is chosen. */
async function suggestions(select, text) {
  const form = new FormData(select.form);
  form.set("q", text);
  const response = await fetch(select.dataset.suggest, { method: "POST", body: new URLSearchParams(form) });
  if (!response.ok) return [];
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...page.querySelectorAll("ul.choices label")].map((label) => ({
    value: label.querySelector("input").value, text: label.textContent.trim(),
  })).filter((row) => row.value !== "");
}

let fields = 0;

/** Puts a field above a long select that finds rows while one types. */
function findRows(select) {
  const id = `find-${++fields}`;
  const list = make("ul", { id, className: "options", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", select.dataset.words);
  const field = make("input", { type: "text", placeholder: select.dataset.words, autocomplete: "off" });
  for (const [name, value] of [
    ["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", id], ["aria-autocomplete", "list"],
    ["aria-label", `${select.dataset.words}: ${select.labels[0]?.textContent.trim() ?? ""}`],
  ]) field.setAttribute(name, value);
  let found = [];
  let active = -1;
  let timer = 0;
  let asked = 0;
  const mark = (place) => {
    active = place;
    [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === active)));
    const item = list.children[active];
    if (item) {
      field.setAttribute("aria-activedescendant", item.id);
      item.scrollIntoView({ block: "nearest" });
    } else field.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    mark(-1);
  };
  const choose = ({ value, text }) => {
    if (![...select.options].some((option) => option.value === value)) select.add(new Option(text, value));
    select.value = value;
    field.value = "";
    close();
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const show = (rows) => {
    found = rows;
    list.replaceChildren(...rows.map((row, index) => {
      const item = make("li", { id: `${id}-${index}`, textContent: row.text });
      item.setAttribute("role", "option");
      item.addEventListener("mousedown", (event) => { event.preventDefault(); choose(row); });
      return item;
    }));
    list.hidden = rows.length === 0;
    field.setAttribute("aria-expanded", String(rows.length > 0));
    mark(rows.length > 0 ? 0 : -1);
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    const number = ++asked;
    if (!field.value.trim()) return close();
    timer = setTimeout(async () => {
      const rows = await suggestions(select, field.value.trim()).catch(() => []);
      if (number === asked) show(rows);
    }, 150);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return close();
    if (list.hidden) {
      if (event.key === "Enter") event.preventDefault();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      mark((active + step + found.length) % found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (found[active]) choose(found[active]);
    }
  });
  field.addEventListener("blur", close);
  select.before(make("div", { className: "finder" }, field, list));
}

function start() {
  const once = (selector, add) => {
    for (const element of document.querySelectorAll(selector)) {
      if (element.dataset.hasComfort) continue;
      element.dataset.hasComfort = "yes";
      add(element);
    }
  };
  once(".menu-filter", filterMenu);
  once("form:has(> .batch)", countChosen);
  once(".views", keepViews);
  once("select[data-suggest]", findRows);
}

document.addEventListener("replaced", start);
start();
