import LuaSyntax

// What each name of a file is, for highlighting.

extension EditedFile {
  /// What a name is, for highlighting.
  package enum NameKind: Int, Sendable, CaseIterable {
    case property, parameter, variable, function, namespace
  }

  /// The names of the text with their kinds, in order.
  package var names: [(range: Range, kind: NameKind, isDeclared: Bool)] {
    let syntax = outline.syntax
    var names: [(range: Range, kind: NameKind, isDeclared: Bool)] = []
    for path in outline.paths {
      for step in path.steps {
        names.append((step.range, .property, path.kind == .assigned))
      }
    }
    for use in syntax.uses {
      let range = syntax.tokens.inner(syntax.tokens[use.token])
      guard let number = use.binding else {
        let name = syntax.text(use.token)
        if LuaLibrary.names.contains(name) {
          names.append((range, .namespace, false))
        } else if LuaLibrary.entry(name)?.parameters != nil {
          names.append((range, .function, false))
        }
        continue
      }
      let binding = syntax.bindings[number]
      let kind: NameKind
      switch (binding.kind, binding.value) {
      case (.parameter, _): kind = .parameter
      case (_, .function?): kind = .function
      default:
        kind = EditedProject.module(of: binding, in: syntax) == nil ? .variable : .namespace
      }
      names.append((range, kind, use.token == binding.token))
    }
    names.sort { $0.range.lowerBound < $1.range.lowerBound }
    var end = -1
    return names.filter { name in
      defer { end = max(end, name.range.upperBound) }
      return name.range.lowerBound >= end && !name.range.isEmpty
    }
  }
}
