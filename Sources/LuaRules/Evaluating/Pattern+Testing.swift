import LuaBridge

extension Pattern {
  /// Returns whether all entries hold; stops at the first entry that does not.
  ///
  /// - Parameters:
  ///   - read: Reads a member of an object as Lua code does.
  ///   - count: Returns how many elements a list has.
  ///   - pay: Charges `tests` comparisons with a value of `bytes` bytes to the budget.
  /// - Returns: Whether the value at each path fulfills the condition of its entry.
  /// - Throws: The errors of `read`, `count` and `pay`, with the location of the pattern.
  func holds(
    reading read: (LuaValue, ObjectHandle) throws(RuleError) -> LuaPush,
    counting count: (ObjectHandle) throws(RuleError) -> Int,
    paying pay: (_ tests: Int, _ bytes: Int) throws(RuleError) -> Void
  ) throws(RuleError) -> Bool {
    for entry in entries {
      do throws(RuleError) {
        let push = try entry.push(reading: read)
        try pay(entry.condition.testCount, push.scalar.byteCount)
        guard try entry.isFulfilled(by: push, reading: read, counting: count, paying: pay) else {
          return false
        }
      } catch {
        var error = error
        if error.location == nil { error.location = location }
        throw error
      }
    }
    return true
  }
}

extension LuaValue {
  /// Creates the key of a step of a path: a position if the step is an integer and the value a list.
  init(step: String, of shape: LuaPushShape) {
    if case .list = shape, let position = NamePath.position(step) {
      self = .integer(position)
    } else {
      self = .string(step)
    }
  }
}

extension LuaView {
  /// Returns the member that a step of a path names: in a list a position from 1, else a name.
  func member(atStep step: String) -> LuaViewMember {
    if case .list = shape, let position = NamePath.position(step) {
      return member(.integer(position))
    }
    return member(.string(step))
  }
}

extension Pattern.Entry {
  /// Reads the path as Lua code would, but a path through `nil`, or through a value
  /// without members, gives `nil`.
  fileprivate func push(
    reading read: (LuaValue, ObjectHandle) throws(RuleError) -> LuaPush
  ) throws(RuleError) -> LuaPush {
    var push = try read(.string(path[0]), .context)
    for name in path.dropFirst() {
      switch push {
      // For example a case without a payload, in an enum with other cases that have one.
      case .value: return .value(.nil)
      case .view(let handle, let shape, _, _):
        push = try read(LuaValue(step: name, of: shape), handle)
      case .context: return .value(.nil)
      }
    }
    return push
  }

  /// Whether a value, which may be a list, fulfills the condition.
  fileprivate func isFulfilled(
    by push: LuaPush, reading read: (LuaValue, ObjectHandle) throws(RuleError) -> LuaPush,
    counting count: (ObjectHandle) throws(RuleError) -> Int,
    paying pay: (_ tests: Int, _ bytes: Int) throws(RuleError) -> Void
  ) throws(RuleError) -> Bool {
    var elements: [NativeValue]?
    if case .view(let handle, let shape, _, _) = push, condition.needsElements {
      // Other objects have no elements.
      elements = []
      if case .list = shape {
        elements = try Self.elements(of: handle, count(handle), reading: read, paying: pay)
      }
    }
    var work = 0
    let verdict = condition.verdict(for: push.scalar.tested, elements: elements, work: &work)
    if work > 0 { try pay(work, 0) }
    guard let isFulfilled = verdict.isKnown else {
      throw RuleError(
        .budget, "the pattern of `matches` takes too many steps for the text",
        hint: "repeat fewer parts of the pattern with `*`, `+` or `-`")
    }
    return isFulfilled
  }

  /// The elements of a list; `nil` where there is none.
  private static func elements(
    of list: ObjectHandle, _ count: Int,
    reading read: (LuaValue, ObjectHandle) throws(RuleError) -> LuaPush,
    paying pay: (_ tests: Int, _ bytes: Int) throws(RuleError) -> Void
  ) throws(RuleError) -> [NativeValue] {
    try pay(count, 0)
    var elements: [NativeValue] = []
    for position in 0..<count {
      let push = try read(.integer(Int64(position + 1)), list)
      elements.append(push.scalar.tested)
    }
    return elements
  }
}

extension PatternCondition {
  /// Returns whether a value fulfills the condition; `nil` if it is a list whose elements decide that.
  package func isFulfilled(by value: LuaValue) -> Bool? {
    var work = 0
    return verdict(for: value.tested, work: &work).isKnown
  }
}

extension LuaValue {
  /// The value as a condition tests it.
  fileprivate var tested: NativeValue {
    switch self {
    case .object, .table, .function: .view
    default: NativeValue(read: self)
    }
  }
}

extension LuaPush {
  /// The scalar; an object stands for any value with parts.
  fileprivate var scalar: LuaValue {
    switch self {
    case .value(let value): value
    case .view(let handle, _, _, _): .object(handle)
    case .context: .object(.context)
    }
  }
}
