import LuaSyntax

// Globals that a file makes.

extension WrittenFile {
  /// Returns the first assignment of the file itself to each global.
  func globalVariables() -> [WrittenFault] {
    var seen: Set<String> = []
    return globalAssignments.compactMap { use in
      guard use.function == nil, case let name = syntax.text(use.token),
        seen.insert(name).inserted
      else { return nil }
      return WrittenFault(
        code: .globalVariable, message: "`\(name)` is a global of the file",
        fix: "write `local` before it", tokens: use.token..<use.token + 1, subject: name)
    }
  }

  /// The names of the globals to which the file, or a function in it, assigns something.
  var assignedGlobals: Set<String> { Set(globalAssignments.map { syntax.text($0.token) }) }

  private var globalAssignments: [SyntaxTree.Use] {
    targets.sorted().compactMap { target in
      guard case .name(binding: nil) = syntax.expressions[target].kind else { return nil }
      return syntax.use(atToken: syntax.expressions[target].tokens.lowerBound)
    }
  }
}
