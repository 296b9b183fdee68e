import LuaBridge
import LuaBytecode

/// The values that rule functions capture, after their files have been run.
///
/// Rule code cannot change these values: functions that would do so are refused
/// when they are called, and tables are frozen. So the values are constant.
/// Functions and tables are identified by numbers.
package protocol CapturedValues {
  func upvalue(_ index: Int, ofFunction function: Int) -> CapturedValue
  func field(_ step: NativePaths.Step, ofTable table: Int) -> CapturedValue
  /// Returns all keys and values of a table, if they are scalars and not too
  /// many.
  func scalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]?
  /// Returns the compiled form of a function; `nil` if it is not a plain Lua
  /// function.
  func code(ofFunction function: Int) -> CompiledFunction?
  /// Returns the outline of a function's compiled form, and the number of its
  /// shape if it has one; `nil` if the outline is unknown.
  func outline(ofFunction function: Int) -> (outline: FunctionOutline, shape: Int?)?
}

/// The captured values in a state whose files were run and frozen.
///
/// INVARIANT: the state is frozen. Before that, a function that writes to a
/// local of its file is not refused yet.
package final class StateCapturedValues: CapturedValues {
  private let state: LuaState
  private let shapes: ShapedFunctions
  private let decoded: (Int) -> CompiledFunction?
  private var known: [Int: CompiledFunction?] = [:]

  /// Creates the values.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - shapes: The functions with known shapes.
  ///   - decoded: Returns a function that was decoded before.
  package init(
    _ state: LuaState, _ shapes: ShapedFunctions = ShapedFunctions(),
    decoded: @escaping (Int) -> CompiledFunction? = { _ in nil }
  ) {
    self.state = state
    self.shapes = shapes
    self.decoded = decoded
  }

  package func upvalue(_ index: Int, ofFunction function: Int) -> CapturedValue {
    state.outside(upvalue: index, ofFunction: function)
  }

  package func field(_ step: NativePaths.Step, ofTable table: Int) -> CapturedValue {
    switch step {
    case .name(let name): state.outside(field: name.string, ofTable: table)
    case .index(let index): state.outside(position: index, ofTable: table)
    }
  }

  package func scalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]? {
    state.outsideScalars(ofTable: table)
  }

  package func code(ofFunction function: Int) -> CompiledFunction? {
    if let function = decoded(function) { return function }
    if let known = known[function] { return known }
    let code = dump(function, isStripped: false).flatMap { try? CompiledFunction.decode($0) }
    known[function] = code
    return code
  }

  package func outline(ofFunction function: Int) -> (outline: FunctionOutline, shape: Int?)? {
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

/// No captured value is known.
package struct NoCapturedValues: CapturedValues {
  package init() {}

  package func upvalue(_ index: Int, ofFunction function: Int) -> CapturedValue { .unknown }
  package func field(_ step: NativePaths.Step, ofTable table: Int) -> CapturedValue { .unknown }
  package func scalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]? { nil }
  package func code(ofFunction function: Int) -> CompiledFunction? { nil }
  package func outline(ofFunction function: Int) -> (outline: FunctionOutline, shape: Int?)? { nil }
}
