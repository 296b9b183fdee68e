// The texts of lists, of related rows, and of the first page.

extension Texts {
  static let lists: [String: String] = [
    "pagesBelow": "Pages, below", "range": "{first}–{last} of {count}",
    "moreThan": "more than {count}", "many": "many", "perPage": "{count} per page",
    "views": "Views", "filterTables": "Filter the tables", "chosen": "chosen",
    "chooseAll": "Choose all rows of this page", "chooseMatching": "All that match: {count}",
    "changeField": "Change a field…", "changeRows": "Change {count}: {table}",
    "lockedRows": "{count} may not be changed, and will stay as they are.",
    "noRowChosen": "No row is chosen", "chooseRowsFirst": "Go back, and choose rows first.",
    "tooManyRows": "These are too many rows",
    "mostRows":
      "At most {count} rows can be changed at once. A search or a "
      + "filter makes the list shorter. Nothing was changed.",
    "filters": "Filters", "columns": "Columns", "apply": "Apply", "close": "Close",
    "usualColumns": "Usual columns", "from": "from", "to": "to", "contains": "contains",
    "emptyOrNot": "empty or not", "presence": "any", "presenceEmpty": "empty",
    "presenceSet": "not empty", "removeFilter": "Remove the filter: {filter}",
    "removeFilters": "Remove all", "savedViews": "Views", "viewName": "Name of this view",
    "saveView": "Save this view", "removeView": "Remove", "add": "Add",
    "showAllRows": "Show all: {count}", "parts": "Parts", "typeToFind": "Type to find a row",
    "newFor": "New: {table}", "recentChanges": "Recent changes", "by": "by",
    "recentInsert": "created", "recentUpdate": "changed", "recentLinks": "linked",
  ]
}
