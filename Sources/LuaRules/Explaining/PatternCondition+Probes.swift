import LuaBridge

extension PatternCondition {
  /// Values on both sides of what the condition decides, without those of other kinds.
  package var probes: [LuaValue] {
    switch self {
    case .oneOf, .noneOf, .range, .contains: constants.flatMap(\.neighborhood)
    case .date(let date): date.probes
    case .text(_, let constant): constant.value.neighborhood
    case .any(let parts), .all(let parts): parts.flatMap(\.probes)
    }
  }

  /// Returns the probes that fulfill the condition, or those that do not.
  func probes(that fulfill: Bool) -> [LuaValue] {
    probes.filter { probe in
      var work = 0
      return verdict(for: NativeValue(read: probe), work: &work) == (fulfill ? .yes : .no)
    }
  }
}

extension PatternDate {
  fileprivate var probes: [LuaValue] {
    [0, -86_400, 86_400].compactMap { shift in
      if shift == 0 { return .string(text) }
      guard let shifted = ISO8601.text(forDate: seconds + shift) else { return nil }
      return .string(isDay ? String(shifted.prefix(10)) : shifted)
    }
  }
}

extension LuaValue {
  /// The value, and values of its kind close to it.
  fileprivate var neighborhood: [LuaValue] {
    switch self {
    case .boolean(let flag): [self, .boolean(!flag)]
    case .integer:
      [self] + neighbors(isBelow: true).dropFirst() + neighbors(isBelow: false).dropFirst()
    case .number(let number):
      // Keys may have integers only.
      [self] + neighbors(isBelow: true).dropFirst() + neighbors(isBelow: false).dropFirst()
        + [number.rounded(.up) - 1, number.rounded(.down), number.rounded(.down) + 1].compactMap {
          Int64(exactly: $0).map { .integer($0) }
        }
    case .string(let text):
      [self, .string(text.isEmpty ? "other" : "not \(text)"), .string(text + "…")]
    case .nil, .null: [.nil]
    default: [self]
    }
  }
}
