import LuaRules
import LuaSyntax

// The modules that files require, and what they return.

extension EditedProject {
  /// Returns the file of a module that a file requires: beside it, else in `lib` of the rule folder.
  func file(ofModule name: String, requiredBy path: String) -> EditedFile? {
    let relative = name.split(separator: ".").joined(separator: "/") + ".lua"
    return moduleFolders(for: path).lazy.compactMap { files[FilePath.join($0, relative)] }.first
  }

  /// The folders in which a file looks for modules, in this order.
  func moduleFolders(for path: String) -> [String] {
    [FilePath.folder(of: path)] + libraries(of: path)
  }

  /// The folder `lib` of the rules that a file belongs to; where these are not known, those above it, the
  /// nearest first.
  private func libraries(of path: String) -> [String] {
    let around = ruleFolders.filter { path.hasPrefix($0 + "/") }
    if let root = around.max(by: { $0.utf8.count < $1.utf8.count }) {
      return [FilePath.join(root, "lib")]
    }
    var folders: [String] = []
    var folder = FilePath.folder(of: path)
    while true {
      folders.append(FilePath.join(folder, "lib"))
      let above = FilePath.folder(of: folder)
      if above == folder || above.isEmpty { return folders }
      folder = above
    }
  }

  /// The module that a variable holds.
  static func module(of binding: SyntaxTree.Binding, in syntax: SyntaxTree) -> String? {
    guard case .call(let number)? = binding.value else { return nil }
    return ValueOrigins.module(of: syntax.calls[number], in: syntax)
  }

  /// Returns the names of the modules that a file can require.
  func moduleNames(for file: EditedFile) -> [String] {
    let roots = (libraries(of: file.path) + [FilePath.folder(of: file.path)]).map { $0 + "/" }
    var names: [String] = []
    for path in files.keys where path != file.path && path.hasSuffix(".lua") {
      guard !path.hasSuffix(".test.lua") else { continue }
      for root in roots where path.hasPrefix(root) {
        let name = path.dropFirst(root.count).dropLast(".lua".count).replacing("/", with: ".")
        if self.file(ofModule: String(name), requiredBy: file.path)?.path == path {
          names.append(String(name))
          break
        }
      }
    }
    return Set(names).sortedByBytes()
  }
}

extension EditedFile {
  /// The names of what a module returns.
  var memberNames: [String] {
    let syntax = outline.syntax
    var names: [String] = []
    if let table = syntax.returnedTable {
      names += syntax.tables[table].fields.compactMap { $0.name.map { syntax.text($0) } }
    }
    if case .chain(let chain)? = syntax.returned, syntax.chains[chain].steps.isEmpty,
      let module = syntax.chains[chain].use.binding
    {
      for (number, _) in syntax.memberValues where syntax.chains[number].use.binding == module {
        let steps = syntax.chains[number].steps
        if steps.count == 1, let token = steps[0].token { names.append(syntax.text(token)) }
      }
    }
    return Set(names).sortedByBytes()
  }

  /// Returns the token that defines a member of what this module returns, also inside its tables.
  func definition(ofMember names: some Collection<String>) -> Int? {
    let syntax = outline.syntax
    guard let first = names.first else { return nil }
    if names.count == 1, let place = definitions(ofMember: first).first {
      return syntax.tokens.index(at: place.range.lowerBound)
    }
    return syntax.returnedTable.flatMap { syntax.definition(of: names, in: $0) }
  }
}

extension SyntaxTree {
  /// Returns the token of a field of a table, also inside its tables.
  func definition(of names: some Collection<String>, in table: Int) -> Int? {
    guard let name = names.first, let field = field(name, of: table), let token = field.name else {
      return nil
    }
    if names.count == 1 { return token }
    guard case .table(let inner) = field.value else { return nil }
    return definition(of: names.dropFirst(), in: inner)
  }
}
