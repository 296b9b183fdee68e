import LuaBridge

/// Reads the values of a context for native code: keys, and the stored members of their values.
///
/// INVARIANT: used only while the caller keeps the values alive and nobody changes them.
struct ContextReader {
  private let entries: EntryReader
  /// Whether the entries hold all values of the context.
  private let isWhole: Bool

  init(_ entries: EntryReader, isWhole: Bool) {
    self.entries = entries
    self.isWhole = isWhole
  }

  /// Reads a path.
  ///
  /// - Parameters:
  ///   - place: The resolved path.
  ///   - program: The program to which the path belongs.
  ///   - isAlone: Whether no other model declares keys.
  ///   - compute: Reads a member that host code computes and that is a scalar or `nil`.
  /// - Returns: The value; `undecided` if another way of reading is needed; `nil`
  ///   for a key that is not set.
  @inline(__always)
  func value(
    at place: ResolvedPath, of program: KeyProgram, isAlone: Bool,
    computedBy compute: (ComputedMember) -> NativeValue
  ) -> NativeValue? {
    guard place.key != 0 else { return .undecided }
    guard let set = entries.value(of: place.key) else { return isWhole ? nil : .undecided }
    if place.depth == 0 { return native(set.unwrapped) }
    if place.depth == 1 {
      let value = set.unwrapped
      // Tables first: for them the program caches a position in the table, not a position in a layout.
      if value.isTable {
        return isAlone ? value.withTable { program.member(at: place, in: $0) } : .undecided
      }
      let position = program.position(of: place.path, in: value)
      if let member = value.member(at: position) { return native(member) }
      if let member = value.scalarMember(at: position) {
        return compute(ComputedMember(object: value, position: position, member: member))
      }
    }
    return deepValue(at: place, of: program, isAlone: isAlone, in: set)
  }

  /// Returns the length (`#`) of the value at a path; `nil` if another way of reading is needed.
  @inline(never)
  func count(at place: ResolvedPath, of program: KeyProgram) -> Int64? {
    guard place.key != 0, var value = entries.value(of: place.key)?.unwrapped else { return nil }
    for index in 0..<place.depth {
      guard let part = part(program.step(index, of: place), of: value, program) else {
        return nil
      }
      value = part.unwrapped
    }
    switch value.kind {
    case .list, .dictionary: return value.count.map { Int64($0) }
    case .scalar, .members, .table, .foreign: return nil
    }
  }

  /// A member, computed by host code, of the value that is set for a key.
  struct ComputedMember {
    let object: LaidOutValue
    let position: UInt32
    let member: UnretainedReference<ScalarMember>

    /// Computes the member; see ``ScalarMember/value(of:)``.
    func value() -> LuaValue? { member.with { $0.value(of: object) } }
  }

  @inline(never)
  private func deepValue(
    at place: ResolvedPath, of program: KeyProgram, isAlone: Bool, in set: LaidOutValue
  ) -> NativeValue {
    var value = set.unwrapped
    for index in 0..<place.depth {
      let step = program.step(index, of: place)
      switch value.kind {
      case .members, .list:
        guard let part = part(step, of: value, program) else { return .undecided }
        value = part.unwrapped
      case .table:
        return .undecided
      case .scalar:
        // In a pattern, a member of `nil` or of a scalar is `nil`; in Lua code
        // it is an error or a method.
        return program.isLenient(step) ? .nil : .undecided
      case .dictionary:
        guard index == place.depth - 1, let name = program.name(of: step) else {
          return .undecided
        }
        return value.entry(name).map { NativeValue(stored: $0) } ?? .undecided
      case .foreign: return .undecided
      }
    }
    return native(value)
  }

  /// Returns the member of a structure, or the element of a list, that the last step of a path reads; `nil`
  /// if another way of reading is needed.
  private func part(
    _ step: Int32, of value: LaidOutValue, _ program: KeyProgram
  ) -> LaidOutValue? {
    if let index = program.position(ofStep: step) { return value.element(at: index) }
    return value.member(at: program.position(of: step, in: value))
  }

  @inline(__always)
  private func native(_ value: LaidOutValue) -> NativeValue {
    if let scalar = value.scalar { return NativeValue(stored: scalar) }
    return switch value.kind {
    case .members, .table, .list, .dictionary: .view
    case .scalar(let scalar): NativeValue(stored: scalar)
    case .foreign: .undecided
    }
  }
}
