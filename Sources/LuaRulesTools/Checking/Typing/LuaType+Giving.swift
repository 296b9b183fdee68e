import LuaRules

// Whether values may be given where a type is declared.

extension LuaType {
  /// Whether some of the values may be given where a type is declared.
  func mayBeGiven(to type: ValueType) -> Bool {
    guard mayBe(LuaType(givenTo: type).kinds) else { return false }
    if case .enumeration = type.present, isOnly([.text, .integer, .float]) {
      let listed = LuaType(DeclaredPlace(type: type.present, path: ""), DeclaredLimits())
      return !intersection(listed).isNever
    }
    guard isOnly(.table), case .declared(let place)? = shape else { return true }
    return place.type.present.misfit(for: type.present.given) == nil
  }

  /// The type in words, in more detail where a table does not fit a declared type.
  func text(givenTo type: ValueType) -> String {
    guard isOnly(.table), case .declared(let place)? = shape else { return text }
    return place.type.present.misfit(for: type.present.given) ?? text
  }
}

extension ValueType {
  /// Returns what the values are, in words, if none of them fits a list or an object of another type; an
  /// empty list fits all lists, which nobody means who gives a list of something else.
  fileprivate func misfit(for wanted: ValueType) -> String? {
    switch (self, wanted) {
    case (.list(let element), .list(let other)):
      element.isMisfit(for: other) ? expectation : nil
    case (.list, .object(let object)):
      object.members.contains { $0.isRequired } ? expectation : nil
    case (.list, .dictionary), (.dictionary, .list): expectation
    case (.object(let object), .list):
      object.members.contains { $0.isRequired } ? expectation : nil
    case (.dictionary(let entry), .dictionary(let other)):
      entry.isMisfit(for: other) ? expectation : nil
    case (.object(let object), .object(let other)): object.misfit(for: other)
    default: nil
    }
  }

  /// Whether no value fits another type.
  fileprivate func isMisfit(for wanted: ValueType) -> Bool {
    let type = LuaType(DeclaredPlace(type: self, path: ""), DeclaredLimits()).present
    return !type.isNever && !type.isAny && !type.mayBeGiven(to: wanted)
  }
}

extension ObjectType {
  /// Returns what the objects are, in words, if they do not fit another type.
  fileprivate func misfit(for wanted: ObjectType) -> String? {
    guard !wanted.mayShowMore else { return nil }
    for member in members where member.isRequired {
      guard let other = wanted[member.name] else {
        if wanted.isOpen { continue }
        return "an object with `\(member.name)`, which is no declared member"
      }
      if !member.type.isOptional, member.type.isMisfit(for: other.type) {
        return "an object whose `\(member.name)` is \(member.type.expectation)"
      }
    }
    guard !isOpen, !mayShowMore else { return nil }
    return wanted.members.first { $0.isNeeded && self[$0.name] == nil }
      .map { "an object without `\($0.name)`" }
  }
}

extension ObjectType.Member {
  /// Whether an object without the member does not fit.
  var isNeeded: Bool { isRequired && defaultValue == nil && !type.isOptional }
}
