import LuaBridge
import LuaSyntax

/// A new name for a field of a table that only its file uses: `local theme = { size = 1 }`.
struct OwnFieldRename {
  private let file: EditedFile
  private let name: String
  /// The place that was asked about.
  let range: EditedFile.Range
  private let tokens: [Int]
  /// The other names in the table.
  private let others: Set<String>

  /// - Returns: `nil` if the table is reached in other ways than by members of its variable.
  init?(of token: Int, in file: EditedFile) {
    let syntax = file.outline.syntax
    let name = syntax.text(token)
    guard !syntax.hasSkipped, let binding = Self.variable(ofField: token, syntax),
      !syntax.assigned.contains(binding),
      case .table(let table)? = syntax.bindings[binding].value,
      syntax.returnedTable != table, LuaText.isName(name)
    else { return nil }
    var found: [Int] = []
    var others: Set<String> = []
    func add(_ token: Int) {
      if syntax.text(token) == name {
        found.append(token)
      } else {
        others.insert(syntax.text(token))
      }
    }
    for field in syntax.tables[table].fields {
      guard let token = field.name, LuaText.isName(syntax.text(token)) else { return nil }
      add(token)
    }
    for chain in syntax.chains where chain.use.binding == binding {
      // A method gets the table itself.
      guard let step = chain.steps.first, let token = step.token, !step.isMethod,
        !syntax.text(token).contains("\\")
      else { return nil }
      add(token)
    }
    (self.file, self.name, self.others) = (file, name, others)
    range = syntax.tokens.inner(syntax.tokens[token])
    tokens = found.sorted()
  }

  /// The variable whose table has a name as a field: where it is written, or where it is used.
  private static func variable(ofField token: Int, _ syntax: SyntaxTree) -> Int? {
    let used = syntax.chains.first { $0.steps.first?.token == token }?.use.binding
    return used
      ?? syntax.bindings.firstIndex { binding in
        guard case .table(let table)? = binding.value else { return false }
        return syntax.tables[table].fields.contains { $0.name == token }
      }
  }

  /// Returns the places whose text a new name replaces.
  ///
  /// - Throws: ``RenameError`` if the table has another field with the name.
  func places(renamedTo name: String) throws(RenameError) -> [EditedProject.Place] {
    guard name == self.name || !others.contains(name) else {
      throw RenameError("there is a `\(name)` already in this table")
    }
    let syntax = file.outline.syntax
    return tokens.map {
      EditedProject.Place(path: file.path, range: syntax.tokens.inner(syntax.tokens[$0]))
    }
  }
}
