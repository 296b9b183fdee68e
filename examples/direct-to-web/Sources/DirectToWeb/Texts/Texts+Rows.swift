extension Texts {
  /// The texts about what was typed, and about rows that cannot be written.
  static let rows: [String: String] = [
    "noSuchRow": "There is no such row.", "noSuchChoice": "There is no such choice.",
    "valueNeeded": "A value is needed.", "atMostCharacters": "At most {count} characters, please.",
    "atLeast": "At least {limit}, please.", "atMost": "At most {limit}, please.",
    "fileTooLarge": "At most {limit}, please: the file has {size}.",
    "fileTypes": "Only {types}, please: the file is {type}.",
    "notWholeNumber": "This is not a whole number.", "notNumber": "This is not a number.",
    "notYesOrNo": "This is neither yes nor no.", "notJSON": "This is not valid JSON.",
    "notDate": "This is not a day, such as 2024-12-31.",
    "notTime": "This is not a time, such as 23:59.",
    "notTimestamp": "This is not a day with a time, such as 2024-12-31 23:59:00.",
    "yes": "Yes", "no": "No", "leaveAsIs": "Leave as it is",
    "hiddenFieldsKept":
      "What you typed into {fields} is kept, though it is not shown at this moment.",
    "rowIsLocked": "This row cannot be changed any more.", "wasNotSaved": "This was not saved.",
    "atMostSize": "At most {size}.",
    "lookBeforeDelete": "Somebody has changed this row meanwhile. Look at it before you delete it.",
    "othersWrote": "Meanwhile somebody wrote “{value}”. Save again to replace that.",
    "ruleFailed": "A rule about this table failed, so nothing was saved.",
    "outsideFilter": "You may not see the row as it would be, so it was not saved.",
    "otherTable": "A rule of another table does not hold.",
    "valueTaken": "Another row has this value already.",
    "valuesTaken": "Another row has these values already.", "notAllowed": "This is not allowed.",
    "mustHold": "This must hold: {condition}.", "namedMustHold": "The rule “{name}” does not hold.",
    "namedConditionMustHold": "The rule “{name}” does not hold: {condition}.",
    "noSuchValue": "The column takes no such value.",
    "othersRefer": "Other rows refer to this one.", "databaseRefuses": "The database refuses this.",
    "rowRestored":
      "A row with its key is there: it is restored already, or a new one took its place.",
    "rowNotTaken": "The database did not take the row.",
    "othersNotRestored": "Other rows that went along cannot be restored.",
    "rowKept": "The database keeps the row.", "rowsRefer": "{rows} of {table} refer to it.",
    "otherRowsRefer": "Other rows refer to it.",
    "notNow": "This cannot be done with the row as it is now.",
    "fieldsDisagree": "These fields want different values of the column {column}.",
  ]
}
