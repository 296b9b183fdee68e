import LuaSyntax

// Calls that give the same each time, and change nothing.

extension WrittenFile {
  /// Whether an expression, evaluated again, gives the same: it calls only what has no effect, and makes nothing.
  func isRepeatable(_ expression: Int, depth: Int = 0) -> Bool {
    var isRepeatable = true
    syntax.forEachPart(of: expression) { part in
      switch syntax.expressions[part].kind {
      case .function, .table, .missing, .member(_, _, isMethod: true): isRepeatable = false
      case .call(let call):
        if isRepeatable {
          isRepeatable = hasNoEffect(calling: syntax.calls[call].calledExpression, depth: depth)
        }
      default: break
      }
    }
    return isRepeatable
  }

  /// How many functions that call each other are looked at.
  private static let mostCalls = 3
  /// How many tokens a function has at most that is looked at.
  private static let mostTokens = 256

  /// Whether a called function is one of the library, or of the file, that only calculates.
  private func hasNoEffect(calling callee: Int, depth: Int) -> Bool {
    if let path = syntax.globalPath(callee) {
      return ["tonumber", "tostring", "type"].contains(path[0]) && path.count == 1
        || path.count == 2 && path[0] == "math" && !path[1].hasPrefix("random")
    }
    guard depth < Self.mostCalls, let binding = syntax.binding(callee),
      !syntax.assigned.contains(binding),
      case .function(let number)? = syntax.bindings[binding].value
    else { return false }
    return hasNoEffect(syntax.functions[number].body, depth: depth + 1)
  }

  private func hasNoEffect(_ block: Int, depth: Int) -> Bool {
    let body = syntax.blocks[block]
    return body.tokens.count <= Self.mostTokens
      && body.statements.allSatisfy { statement in
        switch syntax.statements[statement].kind {
        case .local, .return, .if, .do, .nothing: break
        default: return false
        }
        return syntax.expressions(in: statement).allSatisfy { isRepeatable($0, depth: depth) }
          && syntax.blocks(in: statement).allSatisfy { hasNoEffect($0, depth: depth) }
      }
  }
}
