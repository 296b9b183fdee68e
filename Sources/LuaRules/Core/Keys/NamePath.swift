import LuaBridge
import LuaBytecode

/// The limits of a key's name, and of a path in a pattern.
package enum NamePath {
  /// The maximum number of names in a path: longer paths have no use, and each
  /// name costs time.
  static let longestPath = FunctionUse.longestPath
  /// The maximum number of bytes of all names with the dots between them.
  static let longestText = 1000

  /// Why a text is not a path.
  package enum Problem {
    case tooLong, tooManyNames, emptyName

    /// An explanation for the message that the text is not a path.
    package var hint: String? {
      switch self {
      case .tooLong: "it is longer than \(NamePath.longestText) bytes"
      case .tooManyNames: "it has more than \(NamePath.longestPath) names"
      case .emptyName: nil
      }
    }
  }

  /// Returns the names of a path; `nil` for one name, and for a text that is not a path.
  package static func steps(of text: String) -> [String]? {
    guard text.utf8.contains(UInt8(ascii: ".")), problem(of: text) == nil else { return nil }
    return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the position of a list that a step of a path names, counted from 1; `nil` for a name.
  package static func position(_ step: String) -> Int64? {
    guard let first = step.utf8.first, first >= 0x30, first <= 0x39,
      step.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return nil }
    return Int64(step)
  }

  /// Returns all paths that some names begin with.
  static func prefixes(of names: some Sequence<String>) -> Set<ByteName> {
    var prefixes: Set<ByteName> = []
    for name in names where name.utf8.contains(UInt8(ascii: ".")) {
      var path = name[...]
      while let dot = path.lastIndex(of: ".") {
        path = path[..<dot]
        prefixes.insert(String(path))
      }
    }
    return prefixes
  }

  /// Returns the prefixes that are names of keys, not paths.
  static func roots(of prefixes: Set<ByteName>) -> [String] {
    prefixes.map(\.text).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
  }

  /// Returns why a text is not a path; `nil` if it is a path.
  package static func problem(of text: String) -> Problem? {
    if text.utf8.count > longestText { return .tooLong }
    if let (count, hasEmpty) = plainNames(of: text) {
      return count > longestPath ? .tooManyNames : hasEmpty ? .emptyName : nil
    }
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    if names.count > longestPath { return .tooManyNames }
    return names.contains(where: \.isEmpty) ? .emptyName : nil
  }

  /// Returns the number of names, and whether one is empty; `nil` for a text
  /// that is not ASCII.
  ///
  /// In such a text, a dot may be part of a longer character.
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
