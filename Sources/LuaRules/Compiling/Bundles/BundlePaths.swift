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
    var known: [String: (path: String, isFile: Bool)] = [:]
    for path in paths {
      var end = path.utf8.startIndex
      while end < path.utf8.endIndex {
        let next = path.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/"))
        end = next ?? path.utf8.endIndex
        let part = String(path[..<end])
        // Swift compares the text, and not the bytes.
        guard let other = known.updateValue((part, next == nil), forKey: part.lowercased())
        else { continue }
        if !other.path.utf8.elementsEqual(part.utf8) {
          return "`\(other.path)` and `\(part)` are one name where case or form does not matter"
        }
        if other.isFile || next == nil { return "`\(part)` is a file and a folder" }
      }
    }
    return nil
  }
}
