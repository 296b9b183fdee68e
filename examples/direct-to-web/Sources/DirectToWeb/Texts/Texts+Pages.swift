extension Texts {
  /// The texts of pages that show rows.
  static let pages: [String: String] = [
    "notDone": "This was not done", "nothingChanged": "Nothing was changed.",
    "actionDone": "{action}: “{title}”.", "actionDoneRows": "{action}: {count}.",
    "rowNotThere": "The row is not there any more.",
    "rowNotThereTitle": "The row is not there any more",
    "rowChanged": "Somebody has changed the row meanwhile.",
    "brokenRule": "A rule about this page does not work, so something may be missing here.",
    "brokenSite": "The rules or templates of this site are being changed, and have a mistake.",
    "whyOff": "Enough why", "howMade": "How this page was made",
    "rulesGeneration": "generation of the rules", "notRestored": "This was not restored.",
    "restoredRows": "Restored {count}.",
    "restoredWithOthers": "Restored {count}, and {others} that belonged to it.",
    "rowsNotNow": "The rows cannot be written now.", "somebody": "somebody", "recentMade": "made",
    "recentDelete": "deleted", "recentRestore": "restored",
    "othersMade": "{table}: {count} made along with it",
    "othersChanged": "{table}: {count} changed along with it",
    "othersDeleted": "{table}: {count} deleted along with it",
    "othersRestored": "{table}: {count} restored along with it",
    "othersLinked": "{table}: {count} linked along with it",
    "tooLargeToKeep": "(too large to keep)", "notKept": "(not kept)", "aRow": "a row",
    "formLocked":
      "While the form was open, somebody changed the row or who may change it. What you "
      + "typed is still below: copy what you need.",
    "wrongBelow": "Something is wrong with the rows below.",
    "formGone": "Somebody deleted it, or you may not see it any more. This is what you typed.",
    "mayNotBeChanged": "This may not be changed", "formTooOld": "This form is too old",
    "oldForm":
      "The program was started again since the form was opened, so nothing was saved. Open "
      + "the form again; this is what you typed.",
    "createdRow": "Created “{title}”.", "createdInTable": "Created: {table}.",
    "savedRow": "Saved “{title}”.", "savedInTable": "Saved: {table}.",
    "savedRows": "Saved {count}.", "create": "Create",
    "notKnownIfDone": "It is not known whether this was done.",
    "tableGone": "A table does not exist any more, so its rows cannot be restored.",
    "valuesNotKept": "It cannot be restored, because the history does not keep all of its values.",
    "passwordsNotKept":
      "It cannot be restored: the history does not have {columns} of {table}, because "
      + "passwords are not kept.",
    "largeValuesNotKept":
      "It cannot be restored: the history does not have {columns} of {table}, because "
      + "values above 64 KiB, and passwords, are not kept.",
    "chooseFor": "Choose: {table}", "chooseNone": "– none –",
    "onlyThoseOf": "Only those of {table} “{title}”.", "changePassword": "Change your password",
    "shortPassword": "The new password needs at least {count} characters.",
    "passwordsDiffer": "The new password was not typed the same twice.", "openRow": "Open {title}",
    "arrangeTable": "Arrange {table}: {task}", "taskList": "list", "taskInspect": "inspect",
    "taskEdit": "edit", "notSavedTitle": "This was not saved",
    "noFieldToChange": "The chosen rows have no field to change.",
    "conflictWithYourself":
      "You saved other values in these fields after this form was opened, perhaps in "
      + "another window. Choose for each which value stays.",
    "conflictWithAnybody":
      "These fields were changed after this form was opened, by somebody else or by you in "
      + "another window. Choose for each which value stays.",
    "conflictWithOthers":
      "While you were typing, somebody else changed the same fields. Choose for each which "
      + "value stays.",
    "byProgram": "by another program", "byYou": "by you, {time}", "byUser": "by {user}, {time}",
    "byNobody": "here, {time}", "busyTitle": "The database is busy",
    "busyReading": "Another program has locked the database. Try again in a moment.",
    "busyWriting":
      "Another program has locked the database, so nothing was saved. Try again in a moment.",
    "slowTitle": "This takes too long",
    "slowReading":
      "The database did not answer in time. A search or a filter makes the list shorter.",
    "slowWriting": "The database did not answer in time. Nothing was changed.",
    "historyStoppedTitle": "The history cannot be written",
    "historyNotRead": "The history of changes cannot be read at this moment.",
    "historyNotWritten":
      "Every change is recorded, and the history cannot be written at this moment, so "
      + "nothing was changed.",
    "whyPage": "Why is the page as it is?", "whyColumn": "Why is the column as it is?",
    "whyCell": "Why is the value as it is?", "whyLine": "Why is the line as it is?",
    "whyField": "Why is the field as it is?", "whyNew": "Why is the button “New” as it is?",
    "whyEdit": "Why is “Edit” as it is?", "whyDelete": "Why is “Delete” as it is?",
    "whyTable": "Why is the table in the menu as it is?", "noAnswer": "no answer",
  ]
}
