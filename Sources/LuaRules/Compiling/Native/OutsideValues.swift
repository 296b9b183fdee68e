import LuaBridge

/// What the variables around rule functions hold, once their files have been run.
///
/// Rule code cannot change any of it: functions that would are refused when
/// they are called, tables are frozen. So it is as good as constant. Functions
/// and tables are known by numbers.
protocol OutsideValues {
  func upvalue(_ index: Int, ofFunction function: Int) -> CapturedValue
  func field(_ step: NativePaths.Step, ofTable table: Int) -> CapturedValue
  /// All keys and values of a table, when they are scalars and not too many.
  func scalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]?
  /// The compiled form of a function; `nil` for what is no plain Lua function.
  func code(ofFunction function: Int) -> CompiledFunction?
  /// Where the parts of its compiled form are, and the number of its shape, if it has one; `nil`
  /// where that is not known.
  func outline(ofFunction function: Int) -> (outline: FunctionOutline, shape: Int?)?
}

/// What a state holds whose files were run and frozen.
///
/// INVARIANT: the state is frozen. Before that a function that writes to a
/// local of its file is not refused yet.
final class StateOutsideValues: OutsideValues {
  private let state: LuaState
  private let shapes: ShapedFunctions
  private var known: [Int: CompiledFunction?] = [:]

  init(_ state: LuaState, _ shapes: ShapedFunctions = ShapedFunctions()) {
    self.state = state
    self.shapes = shapes
  }

  func upvalue(_ index: Int, ofFunction function: Int) -> CapturedValue {
    state.outside(upvalue: index, ofFunction: function)
  }

  func field(_ step: NativePaths.Step, ofTable table: Int) -> CapturedValue {
    switch step {
    case .name(let name): state.outside(field: name.string, ofTable: table)
    case .index(let index): state.outside(position: index, ofTable: table)
    }
  }

  func scalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]? {
    state.outsideScalars(ofTable: table)
  }

  func code(ofFunction function: Int) -> CompiledFunction? {
    if let known = known[function] { return known }
    let code = dump(function, isStripped: false).flatMap { try? CompiledFunction.decode($0) }
    known[function] = code
    return code
  }

  func outline(ofFunction function: Int) -> (outline: FunctionOutline, shape: Int?)? {
    if let (outline, shape) = shapes.outline(ofFunction: function) { return (outline, shape) }
    return dump(function, isStripped: true).flatMap { FunctionOutline($0) }.map { ($0, nil) }
  }

  private func dump(_ function: Int, isStripped: Bool) -> [UInt8]? {
    let info = state.info(ofFunction: function)
    guard info.isLua, !info.isHostStub else { return nil }
    return state.dump(function: function, isStripped: isStripped)
  }

  deinit { state.forgetOutside() }
}

/// Nothing is known of what is outside.
struct NoOutsideValues: OutsideValues {
  func upvalue(_ index: Int, ofFunction function: Int) -> CapturedValue { .unknown }
  func field(_ step: NativePaths.Step, ofTable table: Int) -> CapturedValue { .unknown }
  func scalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]? { nil }
  func code(ofFunction function: Int) -> CompiledFunction? { nil }
  func outline(ofFunction function: Int) -> (outline: FunctionOutline, shape: Int?)? { nil }
}
