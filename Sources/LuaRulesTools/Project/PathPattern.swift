import LuaRules

/// A pattern for the paths of files below a folder.
///
/// `*` stands for any characters but `/`, `?` for one of them, `**` for any
/// folders. What has none of these is a file, or a folder with all that is in it.
struct PathPattern: Sendable, Hashable {
  /// The pattern, relative to ``folder``.
  let text: String
  /// The folder, without links, `.` and `..`.
  private let folder: String
  private let steps: [[Unicode.Scalar]]

  /// How many characters the steps have; the pattern with the most counts.
  var length: Int { steps.reduce(0) { $0 + $1.count + 1 } }

  /// Creates a pattern for files below a folder.
  init(_ text: String, below folder: String) {
    self.text = text
    self.folder = LocalFileSystem().resolved(folder)
    var steps = text.unicodeScalars.split(separator: "/").map { Array($0) }
    steps.removeAll { $0 == ["."] }
    let isPlain = !text.unicodeScalars.contains { $0 == "*" || $0 == "?" }
    if isPlain || text.hasSuffix("/") { steps.append(Self.anyFolders) }
    self.steps = steps
  }

  private static let anyFolders = Array("**".unicodeScalars)

  /// Returns whether the pattern matches a path without links, `.` and `..`.
  func matches(_ path: String) -> Bool {
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    guard path.utf8.starts(with: root.utf8) else { return false }
    let names = String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
      .unicodeScalars.split(separator: "/")
    return Self.match(names.map { Array($0) }[...], steps[...], { Self.match($0[...], $1[...]) }) {
      $0 == Self.anyFolders
    }
  }

  private static func match(
    _ name: ArraySlice<Unicode.Scalar>, _ step: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    match(name, step, { $1 == "?" || $0 == $1 }) { $0 == "*" }
  }

  /// Matches a list with a pattern in which some elements stand for any number
  /// of others.
  ///
  /// - Complexity: O(*n* · *m*): only the last such element is tried again.
  private static func match<Element>(
    _ list: ArraySlice<Element>, _ pattern: ArraySlice<Element>,
    _ isOne: (Element, Element) -> Bool, isAny: (Element) -> Bool
  ) -> Bool {
    var position = list.startIndex
    var step = pattern.startIndex
    var retry: (position: Int, step: Int)?
    while position < list.endIndex {
      if step < pattern.endIndex, isAny(pattern[step]) {
        retry = (position, step)
        step += 1
      } else if step < pattern.endIndex, isOne(list[position], pattern[step]) {
        position += 1
        step += 1
      } else if let last = retry {
        retry = (last.position + 1, last.step)
        position = last.position + 1
        step = last.step + 1
      } else {
        return false
      }
    }
    return pattern[step...].allSatisfy(isAny)
  }
}
