import LuaRules

extension RuleError {
  /// The word that the error is about, and the one that its hint takes for the
  /// right one; `nil` if the hint does not name exactly one.
  ///
  /// Both are read from the texts of the error, so that every error with such a
  /// hint has them. Texts in quotes keep their quotes.
  var spelling: (written: String, meant: String)? {
    guard let hint, let match = hint.wholeMatch(of: /did you mean (?:`([^`]+)`|("[^"]+"))\?/) else {
      return nil
    }
    if let text = match.2 {
      return message.firstMatch(of: /"[^"]+"/).map { (String($0.0), String(text)) }
    }
    guard let meant = match.1, let written = message.firstMatch(of: /`([^`]+)`/)?.1 else {
      return nil
    }
    let owner = meant[..<(meant.lastIndex(of: ".").map(meant.index(after:)) ?? meant.startIndex)]
    guard written.hasPrefix(owner) else { return nil }
    return (String(written.dropFirst(owner.count)), String(meant.dropFirst(owner.count)))
  }
}
