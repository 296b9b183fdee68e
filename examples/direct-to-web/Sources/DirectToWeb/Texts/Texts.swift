/// The English texts of pages, by the names under which rules may answer others: `texts.save` and so on.
///
/// ``PageTexts`` asks for them. What is in braces is put in later.
enum Texts {
  static let all = Dictionary(
    uniqueKeysWithValues: [common, lists, rows, pages, work].joined().map { ($0.key, $0.value) })

  private static let common: [String: String] = [
    "skip": "Skip to the content", "tables": "Tables", "allTables": "All tables",
    "signOut": "Sign out", "signIn": "Sign in",
    "login": "Name", "password": "Password",
    "currentPassword": "Current password", "newPassword": "New password",
    "newPasswordAgain": "New password, again", "search": "Search", "find": "Find", "edit": "Edit",
    "open": "Open",
    "delete": "Delete", "cancel": "Cancel", "save": "Save", "choose": "Choose", "back": "Back",
    "searchAll": "Search all tables", "nothingFound": "Nothing was found.",
    "more": "More",
    "notSearched": "These tables took too long to search; open one to search it alone:",
    "actions": "Actions", "showAll": "Show all", "typed": "What you typed",
    "tryAgain": "Try again", "saveAndNew": "Save and add another", "duplicate": "Duplicate",
    "changes": "Changes", "remove": "Remove",
    "line": "Line", "errors": "Errors", "file": "File", "orText": "Or paste the rows",
    "preview": "Preview",
    "importHint":
      "The first row has the names or labels of columns. Nothing is changed before you have seen the preview.",
    "importRows": "Import",
    "restoreRows": "Restore what was deleted", "deleteChosen": "Delete the chosen rows",
    "pages": "Pages", "first": "First", "previous": "Previous", "next": "Next", "last": "Last",
    "history": "History", "noHistory": "Nothing was changed since the history is kept.",
    "became": "Became",
    "restore": "Write the values from before back", "older": "Older",
    "pending": "not known whether it was made", "noValue": "no value",
    "noTables": "There is no table that you may see.",
    "newRow": "new", "update": "Update", "total": "Total",
    "slowTotals": "There are too many rows to add them up in a moment.",
    "largeTotals": "A sum is too large to be shown.",
    "why": "Why?", "arrange": "Arrange",
    "candidates": "All rules that were asked",
    "override": "A rule that would answer first", "notSaved": "Nothing was saved", "shown": "Shown",
    "place": "Place", "property": "Property", "label": "Label", "component": "Component",
    "reset": "Forget what was arranged here", "field": "Field", "was": "Was", "theirs": "Theirs",
    "savedBefore": "Saved before",
    "yours": "Yours",
  ]
}
