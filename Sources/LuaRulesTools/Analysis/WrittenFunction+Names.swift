import LuaSyntax

// By which names a function, and those inside it, read members.

extension WrittenFunction {
  /// Whether a member is read, and something else is done with it than to read a member of it at once; or
  /// its name is used as a string.
  func handsOn(_ member: String) -> Bool {
    expressions.contains { part in
      switch syntax.expressions[part].kind {
      case .table(let table): return syntax.field(member, of: table) != nil
      case .literal: return file.string(part) == member && isGiven(part)
      case .name(nil), .member, .index:
        guard name(readBy: part) == member else { return false }
        return file.parents[part].map { file.namedMember($0)?.base != part } ?? true
      default: return false
      }
    }
  }

  /// Whether a member with one of some names may be read of something else than a captured table.
  func mayReadMember(namedLike names: Set<String>) -> Bool {
    expressions.contains { part in
      switch syntax.expressions[part].kind {
      case .literal: return file.string(part).map(names.contains) == true && isGiven(part)
      case .member(let base, _, _), .index(let base, _):
        return name(readBy: part).map(names.contains) == true && !isCaptured(base)
      default: return false
      }
    }
  }

  /// Whether an element of an argument, or of something that is not looked up, is read by a calculated key.
  var readsArgumentsByCalculatedNames: Bool {
    expressions.contains { part in
      guard case .index(let base, let key) = syntax.expressions[part].kind,
        syntax.literal(key) == nil, !file.targets.contains(part)
      else { return false }
      return !isLookedUp(base)
    }
  }

  private func isLookedUp(_ expression: Int) -> Bool {
    switch syntax.expressions[expression].kind {
    case .member(_, _, isMethod: false), .table: true
    case .index(_, let key): syntax.literal(key) != nil
    case .parentheses(let inner): isLookedUp(inner)
    default: isCaptured(expression) || syntax.onlyValue(expression).map { isLookedUp($0) } == true
    }
  }

  /// Returns the name of a global or a member, also of a method.
  private func name(readBy expression: Int) -> String? {
    switch syntax.expressions[expression].kind {
    case .name(nil): syntax.text(syntax.expressions[expression].tokens.lowerBound)
    case .member(_, let name?, isMethod: true): syntax.text(name)
    default: file.namedMember(expression)?.name
    }
  }

  /// Whether an expression is a global, or a variable outside of the function.
  private func isCaptured(_ expression: Int) -> Bool {
    guard case .name(let binding) = syntax.expressions[expression].kind else { return false }
    return binding.map { isOutside($0) } ?? (parameters.first != .some(nil))
  }

  /// Whether a constant is neither compared nor a key.
  private func isGiven(_ constant: Int) -> Bool {
    guard let parent = file.parents[constant] else { return true }
    switch syntax.expressions[parent].kind {
    case .index, .binary("==", _, _, _), .binary("~=", _, _, _): return false
    default: return true
    }
  }
}
