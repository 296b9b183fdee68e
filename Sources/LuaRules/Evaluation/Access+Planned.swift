import LuaBridge

// Functions of sources for which no Lua is called. What Lua would check is
// checked here: what may be read and given, the size of a value, the budget.

extension Access {
  /// The function of the running model, if Lua is not called for it.
  @inline(__always)
  func planned(_ function: Int) -> PlannedFunctions.Function? {
    guard scope != 0, let planned = cores[currentLink].object.planned else { return nil }
    return planned[function]
  }

  /// Pays for a function, and finds where it begins.
  private func begin(
    _ function: PlannedFunctions.Function
  ) throws(RuleError) -> (PlannedFunctions, entry: Int32) {
    if !budget.spend(function.price) {
      throw exhaustion
    }
    // INVARIANT: what is among the planned functions has native code.
    guard let planned = cores[currentLink].object.planned, let entry = function.native.entry
    else { throw RuleError(.needsLua, "the function cannot be run without Lua") }
    return (planned, entry)
  }

  /// Tests whether a predicate holds.
  func test(_ function: PlannedFunctions.Function) throws(RuleError) -> Bool {
    let (planned, entry) = try begin(function)
    var reader = AccessReader(self, withoutLua: planned.paths)
    switch planned.code.holds(from: entry, reader: &reader) {
    case .yes: return true
    case .no: return false
    case .odd: throw reader.errorWithoutLua
    }
  }

  /// Runs a value function.
  func payload(of function: PlannedFunctions.Function) throws(RuleError) -> Payload {
    let (planned, entry) = try begin(function)
    var reader = AccessReader(self, withoutLua: planned.paths)
    var value: NativeValue
    switch planned.code.result(from: entry, reader: &reader) {
    case .odd: value = .odd
    case .constant(let number): value = planned.code.constants[Int(number)]
    case .value(let calculated): value = calculated
    case .path(let path):
      value = reader.read(path)
      if case .view = value, let object = reader.object(at: path) {
        try views.refuseParts(in: .object(object))
        return payload(ofObject: object)
      }
    }
    guard let scalar = value.luaValue else { throw reader.errorWithoutLua }
    guard value.byteCount <= limits.valueBytes else {
      throw RuleError(LuaFailure(.valueBytes), in: failureContext)
    }
    return .lua(scalar)
  }
}
