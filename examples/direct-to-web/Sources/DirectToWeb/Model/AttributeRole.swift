/// What a column is for, by its name.
public enum AttributeRole: String, Sendable, CaseIterable {
  /// Anything.
  case plain
  /// An address of mail.
  case email
  /// An address of a page.
  case link
  /// A password, which is never shown.
  case password
  /// A day and a time that a number may count, as `created_at` does.
  case moment

  /// Finds what a column is for by its name, and by what it holds: only texts are addresses.
  ///
  /// The role is the last word: `contact_email` is an address, and `email_verified` is none. A password
  /// is found in any place, unless the last word is about something else, as in `password_changed_at`.
  init(name: String, kind: AttributeKind) {
    let words = name.nameWords.map { $0.lowercased() }
      .filter { !$0.allSatisfy(\.isNumber) }
    let last = words.last ?? ""
    let pair = words.suffix(2).joined(separator: "_")
    let holdsText = kind.isText || kind == .any
    self =
      if Self.isPassword(words, last, kind) {
        .password
      } else if holdsText
        && (["email", "mail"].contains(last)
          || ["email_address", "mail_address", "e_mail"].contains(pair))
      {
        .email
      } else if holdsText && ["url", "homepage", "website"].contains(last) {
        .link
      } else if [.integer, .number, .decimal].contains(kind) && Self.wordsForTime.contains(last) {
        .moment
      } else {
        .plain
      }
  }

  private static let wordsForTime: Set = [
    "at", "on", "time", "date", "timestamp", "datetime", "created", "changed", "modified",
    "updated",
    "deleted", "epoch", "mtime", "ctime", "atime", "julian", "julianday",
  ]

  /// Whether a column holds passwords: rather one too many than one too few.
  private static func isPassword(_ words: [String], _ last: String, _ kind: AttributeKind) -> Bool {
    let isNamed = words.contains { word in
      ["password", "passwd", "passphrase"].contains(where: word.contains) || word == "pwd"
    }
    guard isNamed else { return false }
    switch kind {
    case .boolean, .date, .time, .timestamp: return false
    case .integer, .number, .decimal: return words.count == 1
    case .text, .longText, .json, .blob, .any:
      return !["at", "on", "date", "time", "expires", "expiry", "changed", "url", "policy"]
        .contains(last)
    }
  }
}

extension Attribute {
  /// Whether it holds passwords: their values are never shown, and no search, sort or filter tells of them.
  var isSecret: Bool { role == .password }
}
