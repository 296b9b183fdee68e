extension Texts {
  /// The texts of what people do with rows, and of signing in.
  static let work: [String: String] = counts.merging(importing) { text, _ in text }
    .merging(deleting) { text, _ in text }.merging(changing) { text, _ in text }
    .merging(finding) { text, _ in text }.merging(entering) { text, _ in text }
    .merging(failing) { text, _ in text }

  private static let counts = [
    "oneRow": "1 row", "rowCount": "{count} rows", "moreRows": "more than {count} rows",
    "manyRows": "many rows", "manyShort": "many", "thousands": ",", "allRows": "All {count}",
  ]

  private static let importing = [
    "importInto": "Import: {table}", "importSize": "At most {limit}, in UTF-8.",
    "textTooLarge": "At most {limit}, please: the text has {size}.",
    "notUTF8": "The file is not in UTF-8. Save it as CSV in UTF-8.",
    "lineProblem": "Line {line}: {problem}", "emptyText": "The text is empty.",
    "noColumnNamed": "The first row names none of the columns that you may write: {columns}.",
    "textBehindQuote": "There is text behind the closing quote of a cell.",
    "openQuote": "The quote of a cell is not closed.",
    "noRowsBelow": "There are no rows below the first one.",
    "cellCount": "It has {count} cells, and the first row has {columns}.",
    "rowNotWritten": "The row cannot be written.", "importReady": "{count} can be imported.",
    "importStopped":
      "Nothing is imported as long as rows have errors: {wrong} of {count}. Correct the file, "
      + "and choose it again.",
    "notImported": "Not imported: {columns}.", "moreLines": "… and {count} more.",
    "importCount": "Import {count}", "importedRows": "Imported {count}.",
  ]

  private static let deleting = [
    "deleteTitle": "Delete “{title}”?", "deleteCount": "Delete {count}?",
    "cannotBeUndone": "This cannot be undone.",
    "canBeRestored": "It can be restored from the changes, unless the page says otherwise.",
    "deleteStopped": "It cannot be deleted as long as other rows refer to it.",
    "deleteManyStopped": "They cannot be deleted as long as other rows refer to them.",
    "rowsStopDelete": "Rows of {tables} refer to this one, so it cannot be deleted.",
    "othersStopDelete": "Other rows refer to this one, so it cannot be deleted.",
    "quoted": "“{text}”", "deletedToo": "These rows are deleted, too",
    "clearedRows": "These rows stay, and lead nowhere any more",
    "stoppingRows": "These rows keep the database from deleting", "otherRows": "Other rows",
    "nothingDeleted": "Nothing was deleted.", "questionTooOld": "This question is too old",
    "beginAgain": "Nothing was deleted. Go back to the list and begin again.",
    "deletedRows": "Deleted {count}.",
    "deletedWithOthers": "Deleted {count}, and {others} that belonged to it.",
    "deletedManyWithOthers": "Deleted {count}, and {others} that belonged to them.",
    "mayNotBeDeleted": "This may not be deleted",
    "lookBeforeDeleteRows":
      "Somebody has changed a row meanwhile. Look at it again before you delete it.",
  ]

  private static let changing = [
    "new": "New", "chooseRow": "Choose {title}", "editRow": "Edit {title}",
    "nothingSaved": "Nothing was saved.",
    "changedRowGone": "A row that you changed is not there any more.",
    "rowsNotInForm": "Rows that you typed are not in this form any more. Nothing was saved.",
    "rowFormTooOld": "A row of this form is too old. Open the form again.",
    "rowGone": "{table}: a row is not there any more.",
    "copyAndOpenAgain":
      "The program was started again since the form was opened. Go back, copy what you typed, "
      + "and open the form again.",
    "historyOf": "History of “{title}”",
    "valuesWrittenBack": "The values from before are written back.",
    "cannotBeRestored": "This cannot be restored",
  ]

  private static let finding = [
    "noRowFits": "No row fits.", "filterNoChoice": "{label}: “{text}” is none of the choices.",
    "filterNoLimit": "{label}: “{text}” has no limit.",
    "filterNoNumber": "{label}: “{text}” is not a number.",
    "filterNoNumberOrDay": "{label}: “{text}” is not a number, and not a day.",
    "filterNoTime": "{label}: “{text}” is not a time, such as 23:59.",
    "filterNoDay":
      "{label}: “{text}” is not a day, a month or a year, such as 2024-12-31, 2024-12 or 2024.",
  ]

  private static let entering = [
    "wrongPassword": "Name and password do not belong together.",
    "tooManyAttempts": "Too many attempts. Try again in {seconds} s.",
    "manySignIn": "Many people sign in at this moment. Try again in a few seconds.",
    "cannotSignIn":
      "Nobody can sign in now, because the list of users cannot be read. "
      + "Tell whoever runs this site.",
    "linkUsed": "This link was used already, or is too old. A restart makes a new one.",
    "otherPassword": "The current password is another one.",
    "passwordChanged": "Your password is changed.",
  ]

  private static let failing = [
    "noSuchPage": "There is no such page",
    "wrongAddress": "The address is wrong, the row is gone, or you may not see it.",
    "pageGone": "The address is wrong, or the page is gone.",
    "cannotBeRead": "This cannot be read", "databaseSays": "The database says: {message}.",
    "requestUnreadable": "This request cannot be read",
    "malformedRequest": "The browser sent something malformed. Nothing was changed.",
    "signInFirst": "Sign in first", "needsSignIn": "This needs somebody who has signed in.",
    "foreignForm": "This form comes from another site",
    "useOwnForm": "So nothing was changed. Open the page here, and send its own form.",
    "tooLarge": "This is too large",
    "formTooLarge":
      "The form or file is larger than this site takes, so nothing was saved. Go back: most "
      + "browsers still have what you typed.",
    "wentWrong": "Something went wrong",
    "mistakeLogged": "This is a mistake of the program, which was logged.",
  ]
}
