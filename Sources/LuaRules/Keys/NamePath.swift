/// What the name of a key, and a path in a pattern, may be.
enum NamePath {
  /// More names one behind the other have no use, and each is looked at.
  static let longestPath = 32
  /// The bytes of all names with the dots between them.
  static let longestText = 1000

  /// What makes a text no path.
  enum Problem {
    case tooLong, tooManyNames, emptyName

    /// What to say beside that it is no path.
    var hint: String? {
      switch self {
      case .tooLong: "it is longer than \(NamePath.longestText) bytes"
      case .tooManyNames: "it has more than \(NamePath.longestPath) names"
      case .emptyName: nil
      }
    }
  }

  /// Returns what makes a text no path; `nil` when it is one.
  static func problem(of text: String) -> Problem? {
    if text.utf8.count > longestText { return .tooLong }
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    if names.count > longestPath { return .tooManyNames }
    return names.contains(where: \.isEmpty) ? .emptyName : nil
  }
}
