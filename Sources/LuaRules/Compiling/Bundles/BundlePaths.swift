/// Decides which paths may stand in a bundle, alone and beside others.
enum BundlePaths {
  /// The size of the longest path, in bytes.
  static let longest = 1024
  /// The most folders around a file, and the file itself.
  private static let greatestDepth = 64

  /// What is wrong with the path of a file, as the end of a sentence; `nil` for
  /// nothing.
  static func fault(in path: String) -> String? {
    let names = FilePath.allParts(of: path)
    if names.contains(where: { RuleFilePath.isHidden($0) }) { return "has a hidden part" }
    if let fault = fault(inParts: names) { return fault }
    return path.hasSuffix(".lua") ? nil : "does not end in `.lua`"
  }

  /// What is wrong with the name of the folder; `nil` for nothing.
  static func fault(inFolder path: String) -> String? {
    if path == "." { return nil }
    let names = FilePath.allParts(of: path)
    if names.contains(".") || names.contains("..") { return "has a part that leads elsewhere" }
    return fault(inParts: names)
  }

  /// What is wrong with the name of a schema; `nil` for nothing.
  static func fault(inName name: String) -> String? {
    if name == "." || name == ".." || name.utf8.contains(UInt8(ascii: "/")) {
      return "is not the name of a file"
    }
    return fault(inParts: [name[...]])
  }

  private static func fault(inParts names: [Substring]) -> String? {
    if names.contains(where: \.isEmpty) { return "has an empty part" }
    if names.count > greatestDepth { return "has more than \(greatestDepth) parts" }
    let size = names.reduce(names.count - 1) { $0 + $1.utf8.count }
    if size > longest { return "has \(size) bytes; at most \(longest) are read" }
    let isControl = { (byte: UInt8) in byte < 0x20 || byte == 0x7F }
    if names.contains(where: { $0.utf8.contains(where: isControl) }) {
      return "has a control character"
    }
    if names.contains(where: { $0.utf8.contains(UInt8(ascii: "\\")) }) { return "has a backslash" }
    return nil
  }

  /// Finds two files that cannot be in one folder on every machine.
  ///
  /// Those are a file that is a folder, too, and names that differ only in
  /// case, or in the bytes of the same text.
  ///
  /// - Parameter paths: Different paths without faults.
  /// - Returns: What is wrong, as a sentence; `nil` for nothing.
  static func clash(among paths: [String]) -> String? {
    // By folder and name: so a bundle of many deep paths takes no more memory than the paths.
    var known: [Place: (number: Int, name: Substring, isFile: Bool)] = [:]
    for path in paths {
      var folder = 0
      var start = path.startIndex
      while start < path.endIndex {
        let end = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        let name = path[start..<end]
        let isFile = end == path.endIndex
        // Swift compares the text, and not the bytes.
        let place = Place(folder: folder, name: name.lowercased())
        if let other = known[place] {
          if !other.name.utf8.elementsEqual(name.utf8) {
            return
              "`\(path[..<start])\(other.name)` and `\(path[..<end])` are one name where case or"
              + " form does not matter"
          }
          if other.isFile || isFile { return "`\(path[..<end])` is a file and a folder" }
          folder = other.number
        } else {
          folder = known.count + 1
          known[place] = (folder, name, isFile)
        }
        start = isFile ? end : path.utf8.index(after: end)
      }
    }
    return nil
  }

  /// A name in a folder, which stands as its number.
  private struct Place: Hashable {
    let folder: Int
    let name: String
  }
}
