import LuaRules

/// The text of a grant, with the places that name keys and members.
package struct GrantText: Sendable {
  package let file: EditedFile
  /// What the rules may assign and read, with the places between the quotes.
  private(set) var names: [(name: String, range: EditedFile.Range)] = []

  /// Reads a text; what is no JSON names nothing.
  package init(_ text: String, path: String) {
    file = EditedFile(text, path: path)
    var reader = JSONNames(file.text)
    reader.read { path, range, value in
      guard let value, path.count == 2, ["assign", "read"].contains(path[0]) else { return }
      names.append((value, range))
    }
  }
}
