import Foundation

/// The order of folders and of targets, as `scripts/layers` declares it.
struct Layers {
  /// The folders of one target, in groups: a folder may use those of its own group and above.
  struct Order {
    var root: String
    var groups: [[String]]

    var folders: [String] { groups.flatMap(\.self) }

    /// Returns the folder that a file belongs to: the deepest that is declared, else the first below
    /// the root.
    func folder(of file: String) -> String? {
      guard file.hasPrefix(root + "/") else { return nil }
      var path = file.dropFirst(root.count + 1).split(separator: "/").dropLast()
      while path.count > 1 {
        let folder = path.joined(separator: "/")
        if folders.contains(folder) { return folder }
        path.removeLast()
      }
      return path.first.map(String.init) ?? "."
    }

    func rank(of folder: String) -> Int? {
      groups.firstIndex { $0.contains(folder) }
    }
  }

  private(set) var orders: [Order] = []
  /// What each target may use.
  private(set) var targets: [String: [String]] = [:]
  /// The targets that may name pointers; `nil` for all.
  private(set) var targetsWithPointers: [String]?

  /// Reads the declaration.
  ///
  /// `folders ROOT` begins a list, one group of folders to an indented line. `target NAME uses NAME …`
  /// lists what a target may use, `pointers NAME …` which targets may name pointers; `#` begins a
  /// comment.
  init(reading text: String) throws(Failure) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      if words.isEmpty { continue }
      if line.first == " ", !orders.isEmpty {
        orders[orders.count - 1].groups.append(words)
      } else if words.count == 2, words[0] == "folders" {
        orders.append(Order(root: words[1], groups: []))
      } else if words.count > 2, words[0] == "target", words[2] == "uses" {
        targets[words[1]] = Array(words.dropFirst(3))
      } else if words[0] == "pointers" {
        targetsWithPointers = Array(words.dropFirst())
      } else {
        throw Failure(
          "scripts/layers:\(number + 1): neither `folders ROOT`, nor an indented line of folders, "
            + "nor `target NAME uses NAME …`, nor `pointers NAME …`")
      }
    }
  }

  /// Returns the target that a file belongs to: the folder below `Sources`.
  static func target(of file: String) -> String {
    file.split(separator: "/").dropFirst().first.map(String.init) ?? file
  }
}
