import LuaBridge

extension PatternCondition {
  /// How many steps a pattern of Lua may take for one text.
  private static let mostSteps: Int64 = 1 << 22
  /// How many of these steps cost as much as an instruction.
  private static let stepsPerInstruction: Int64 = 4

  /// Returns whether a value fulfills the condition.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - elements: The elements, if the value is a list whose elements are known.
  ///   - work: Receives the work, in instructions, that the test took beyond ``testCount``.
  /// - Returns: The result; undecided for a list with unknown elements, and for a pattern that takes too long.
  func verdict(
    for value: NativeValue, elements: [NativeValue]? = nil, work: inout Int
  ) -> NativeVerdict {
    work += value.byteCount / 64
    switch self {
    case .oneOf(let constants):
      return NativeVerdict(constants.contains { $0.isEqual(to: value) })
    case .noneOf(let constants):
      if case .nil = value { return .no }
      let kinds = constants.filter { if case .null = $0.value { false } else { true } }
      return NativeVerdict(
        kinds.isEmpty
          || kinds.contains { $0.hasKind(of: value) } && !kinds.contains { $0.isEqual(to: value) })
    case .range(let range): return NativeVerdict(range.contains(value))
    case .date(let date): return NativeVerdict(date.holds(for: value))
    case .text(let form, let constant):
      guard let text = value.bytes, let part = constant.bytes else { return .no }
      work += part.count / 64
      switch form {
      case .startsWith: return NativeVerdict(text.starts(with: part))
      case .endsWith: return NativeVerdict(text.suffix(part.count).elementsEqual(part))
      case .matches:
        var steps = Self.mostSteps
        let result = LuaPattern.matches(text, part, steps: &steps)
        work += Int((Self.mostSteps - max(steps, 0)) / Self.stepsPerInstruction)
        return result.map { NativeVerdict($0) } ?? .undecided
      }
    case .contains(let constant):
      if let text = value.bytes {
        guard let part = constant.bytes else { return .no }
        work += (text.count + part.count) / 8
        return NativeVerdict(text.contains(part))
      }
      guard case .view = value else { return .no }
      guard let elements else { return .undecided }
      work += elements.count
      return NativeVerdict(elements.contains { constant.isEqual(to: $0) })
    case .any(let parts):
      var result = NativeVerdict.no
      for part in parts {
        switch part.verdict(for: value, elements: elements, work: &work) {
        case .yes: return .yes
        case .no: break
        case .undecided: result = .undecided
        }
      }
      return result
    case .all(let parts):
      var result = NativeVerdict.yes
      for part in parts {
        switch part.verdict(for: value, elements: elements, work: &work) {
        case .yes: break
        case .no: return .no
        case .undecided: result = .undecided
        }
      }
      return result
    }
  }
}

extension PatternConstant {
  /// Whether a value is this constant by Lua's equality; a missing value is `null`.
  fileprivate func isEqual(to other: NativeValue) -> Bool {
    if case .null = value, case .nil = other { return true }
    return NativeValue.isEqual(NativeValue(value), other) == .yes
  }

  /// Whether a value is a number, a text or a Boolean as this constant is.
  fileprivate func hasKind(of other: NativeValue) -> Bool {
    switch (value, other) {
    case (.integer, .integer), (.integer, .float), (.number, .integer), (.number, .float): true
    case (.string, .string), (.string, .bytes), (.bytes, .string), (.bytes, .bytes): true
    case (.boolean, .boolean): true
    default: false
    }
  }
}

extension PatternRange {
  /// Whether a value is a number, or a text, between the bounds.
  func contains(_ value: NativeValue) -> Bool {
    if let lower, !lower.isBelow(value, isLower: true) { return false }
    if let upper, !upper.isBelow(value, isLower: false) { return false }
    return true
  }
}

extension PatternRange.Bound {
  /// Whether a value of the bound's kind is on the right side of it.
  fileprivate func isBelow(_ other: NativeValue, isLower: Bool) -> Bool {
    let bound = NativeValue(value.value)
    if bound.isNumber {
      guard other.isNumber else { return false }
      let (small, great) = isLower ? (bound, other) : (other, bound)
      return isInside
        ? NativeValue.isLessOrEqual(small, great) == .yes : NativeValue.isLess(small, great) == .yes
    }
    guard let mine = value.bytes, let bytes = other.bytes else { return false }
    if mine == bytes { return isInside }
    return mine.lexicographicallyPrecedes(bytes) == isLower
  }
}

extension PatternDate {
  /// Whether a value is a date on the right side.
  func holds(for value: NativeValue) -> Bool {
    guard case .string(let text) = value else { return range.contains(value) }
    return ISO8601.date(text).map { range.contains(.float($0)) } ?? false
  }
}

extension NativeValue {
  /// The bytes of a text; `nil` for another value.
  fileprivate var bytes: [UInt8]? {
    switch self {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    default: nil
    }
  }
}

extension [UInt8] {
  /// Whether some bytes are among these.
  ///
  /// - Complexity: O(*n* + *m*), whatever the bytes are; SOURCE: Knuth, Morris and Pratt.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard !part.isEmpty else { return true }
    guard part.count <= count else { return false }
    // For each length of a prefix of the part: how long a shorter one is that ends it, too.
    var shorter = [Int](repeating: 0, count: part.count + 1)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = shorter[length] }
      if part[index] == part[length] { length += 1 }
      shorter[index + 1] = length
    }
    length = 0
    for byte in self {
      while length > 0, byte != part[length] { length = shorter[length] }
      if byte == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
