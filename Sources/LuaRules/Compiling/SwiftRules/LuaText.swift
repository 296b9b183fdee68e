import LuaBridge

extension LuaText {
  /// Returns a scalar as Lua text; `null` for nothing.
  static func constant(_ value: LuaValue) -> String {
    switch value {
    case .boolean(let value): value ? "true" : "false"
    // SOURCE: decimal numerals that overflow are floats, hexadecimal ones wrap around.
    case .integer(.min): "0x8000000000000000"
    case .integer(let value): "\(value)"
    case .number(let value): number(value)
    case .string(let value): quoted(value)
    case .nil, .null, .bytes, .table, .object, .function: "null"
    }
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "(0 / 0)" }
    if value.isInfinite { return value < 0 ? "-1e999" : "1e999" }
    return "\(value)"
  }

  /// Returns the expression for a path of the context; it is `nil` if a value
  /// on the path is missing.
  static func path(_ steps: [RulePlace.Step]) -> String {
    let guards = guards(of: steps.dropLast(), then: steps)
    return guards.count == 1 ? guards[0] : "(\(guards.joined(separator: " and ")))"
  }

  /// Returns the paths to check first because their values may be missing, then
  /// the path itself.
  static func guards(
    of optional: ArraySlice<RulePlace.Step>, then steps: [RulePlace.Step]
  ) -> [String] {
    optional.indices.filter { optional[$0].isOptional }.map { plain(steps[...$0]) }
      + [plain(steps[...])]
  }

  private static func plain(_ steps: ArraySlice<RulePlace.Step>) -> String {
    steps.reduce(into: "c") { $0 += member($1.name) }
  }
}

// MARK: - Tests

extension RuleTest {
  /// The test as a Lua expression; `nil` for a closure.
  var luaText: String? {
    guard case .compares(let comparison, let steps, let operand) = kind else { return nil }
    if case .equal = comparison { return "\(LuaText.path(steps)) == \(Self.text(of: operand))" }
    // A missing value cannot be compared by order.
    var parts = LuaText.guards(of: steps[...], then: steps)
    let left = parts.removeLast()
    var right = Self.text(of: operand)
    if case .path(let steps) = operand {
      parts += LuaText.guards(of: steps[...], then: steps)
      right = parts.removeLast()
    }
    return (parts + ["\(left) \(comparison.rawValue) \(right)"]).joined(separator: " and ")
  }

  /// The opposite of the test as a comparison; `nil` if the test must be
  /// negated with `not`.
  var luaOpposite: String? {
    guard case .compares(.equal, let steps, let operand) = kind else { return nil }
    return "\(LuaText.path(steps)) ~= \(Self.text(of: operand))"
  }

  private static func text(of operand: Operand) -> String {
    switch operand {
    case .constant(.null): "nil"
    case .constant(let value): LuaText.constant(value)
    case .path(let steps): LuaText.path(steps)
    }
  }
}

// MARK: - Patterns

extension RulePredicate.Form {
  /// The predicate as a pattern; `nil` if it cannot be written as one.
  var pattern: String? {
    var entries: [(path: String, values: [String])] = []
    for form in conjuncts {
      guard let entry = form.patternEntry, !entries.contains(where: { $0.path == entry.path })
      else { return nil }
      entries.append(entry)
    }
    // Lua tests patterns in the order of their paths, which may differ from the order in
    // the rule.
    let paths = entries.map { Array($0.path.utf8) }
    guard zip(paths, paths.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) }) else {
      return nil
    }
    let texts = entries.map { entry in
      let values = entry.values.joined(separator: ", ")
      return
        "[\(LuaText.quoted(entry.path))] = \(entry.values.count == 1 ? values : "{ \(values) }")"
    }
    return "{ \(texts.joined(separator: ", ")) }"
  }

  /// The predicate as a path with its allowed constants; `nil` for any other
  /// predicate.
  private var patternEntry: (path: String, values: [String])? {
    if case .any(let forms) = self {
      let entries = forms.compactMap(\.patternEntry)
      guard entries.count == forms.count, let first = entries.first,
        entries.allSatisfy({ $0.path == first.path })
      else { return nil }
      return (first.path, entries.flatMap(\.values))
    }
    guard case .test(let test) = self,
      case .compares(.equal, let steps, .constant(let value)) = test.kind,
      !steps.contains(where: { $0.name.utf8.contains(UInt8(ascii: ".")) })
    else { return nil }
    return (steps.map(\.name).joined(separator: "."), [LuaText.constant(value)])
  }
}
