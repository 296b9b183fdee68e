import LuaBridge

/// What a question reads of the host's objects, and of computed members.
///
/// Code of the host's runs for it; so a path is read once, and its value used again.
final class HostReads {
  private let values: ContextValues
  private var known: [(path: Int32, value: NativeValue)] = []

  init(_ values: ContextValues) { self.values = values }

  /// Reads a path of a plan; odd for what has to be looked at in another way.
  func value(at place: ReadPlace, of planned: PlannedKey) -> NativeValue {
    if let read = known.first(where: { $0.path == place.path }) { return read.value }
    let value = ThreadSlot.withHostCode { freshValue(at: place, of: planned) }
    known.append((place.path, value))
    return value
  }

  private func freshValue(at place: ReadPlace, of planned: PlannedKey) -> NativeValue {
    guard place.key != 0, let set = values[KeyID(number: place.key)] else { return .odd }
    // A value that is the context itself means the context that is asked.
    if set.type == RuleContext.self { return .odd }
    return set.withContent { content in
      var value = content.unwrapped
      // What a schema says of a table from JSON is looked at elsewhere.
      if case .table = value.kind { return .odd }
      for index in 0..<place.depth {
        let step = planned.step(index, of: place)
        let position = planned.position(of: step, in: value)
        if let member = value.member(at: position) {
          value = member.unwrapped
        } else if let computed = value.computedMember(at: position) {
          return native(computed, after: index, of: place, planned)
        } else {
          return native(value.representation(of: set), after: index - 1, of: place, planned)
        }
      }
      return native(value.representation(of: set), after: place.depth - 1, of: place, planned)
    }
  }

  /// Reads the steps that are left, in what a value of the host's is in Lua.
  private func native(
    _ representation: LuaRepresentation, after index: Int, of place: ReadPlace,
    _ planned: PlannedKey
  ) -> NativeValue {
    var representation = representation
    for index in (index + 1)..<max(index + 1, place.depth) {
      let step = planned.step(index, of: place)
      switch representation {
      case .value(.nil), .value(.null): return planned.isLenient(step) ? .nil : .odd
      case .view(let view):
        guard let name = planned.name(of: step), !view.isSecret(.string(name)) else { return .odd }
        switch view.member(.string(name)) {
        case .value(let member): representation = LuaRepresentation(of: member)
        case .absent: representation = .value(.nil)
        case .unknown: return .odd
        }
      case .value, .opaque, .unrepresentable: return .odd
      }
    }
    switch representation {
    case .value(.object), .value(.table), .value(.function), .unrepresentable: return .odd
    case .value(let value): return NativeValue(read: value)
    case .view: return .view
    case .opaque(let object): return object is BoundMember || object is RuleContext ? .odd : .view
    }
  }
}
