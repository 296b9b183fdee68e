/// What the name of a key, and a path in a pattern, may be.
package enum NamePath {
  /// More names one behind the other have no use, and each is looked at.
  static let longestPath = 32
  /// The bytes of all names with the dots between them.
  static let longestText = 1000

  /// What makes a text no path.
  package enum Problem {
    case tooLong, tooManyNames, emptyName

    /// What to say beside that it is no path.
    package var hint: String? {
      switch self {
      case .tooLong: "it is longer than \(NamePath.longestText) bytes"
      case .tooManyNames: "it has more than \(NamePath.longestPath) names"
      case .emptyName: nil
      }
    }
  }

  /// Returns what makes a text no path; `nil` when it is one.
  package static func problem(of text: String) -> Problem? {
    if text.utf8.count > longestText { return .tooLong }
    if let (count, hasEmpty) = plainNames(of: text) {
      return count > longestPath ? .tooManyNames : hasEmpty ? .emptyName : nil
    }
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    if names.count > longestPath { return .tooManyNames }
    return names.contains(where: \.isEmpty) ? .emptyName : nil
  }

  /// How many names there are, and whether one is empty; `nil` for a text that is not ASCII,
  /// in which what looks like a dot may be part of a longer character.
  private static func plainNames(of text: String) -> (count: Int, hasEmpty: Bool)? {
    var count = 1
    var hasEmpty = false
    var length = 0
    for byte in text.utf8 {
      if byte >= 0x80 { return nil }
      if byte == UInt8(ascii: ".") {
        count += 1
        if length == 0 { hasEmpty = true }
        length = 0
      } else {
        length += 1
      }
    }
    return (count, hasEmpty || length == 0)
  }
}
