import CLuaSupport

/// What a variable around a function holds, or a field of a table that was made while loading.
public enum CapturedValue: Sendable {
  /// Nothing to rely on, such as a function of a library.
  case unknown
  /// A value that is neither table nor function.
  case scalar(LuaValue)
  /// A function, with its number in the state.
  case function(Int)
  /// A table, with a number that is good until ``LuaState/forgetOutside()``.
  case table(Int)
}

extension LuaState {
  /// Tells what an upvalue of a function holds; functions that are met are kept.
  ///
  /// - Parameters:
  ///   - upvalue: The number of the upvalue, from 0 on, as in the compiled form.
  ///   - function: The number of the function.
  /// - Returns: What the upvalue holds now.
  public func outside(upvalue: Int, ofFunction function: Int) -> CapturedValue {
    var found = LRSOutside()
    guard
      unsafe lrs_outsideUpvalue(
        state, UInt32(clamping: function), Int32(clamping: upvalue + 1), &found)
    else { return .unknown }
    return CapturedValue(found)
  }

  /// Tells what a field of a table holds, without running any code.
  public func outside(field name: String, ofTable table: Int) -> CapturedValue {
    var found = LRSOutside()
    var name = name
    let isDone = name.withUTF8 { bytes in
      var key = LRSValue()
      key.kind = .string
      unsafe key.bytes = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      key.length = bytes.count
      return unsafe lrs_outsideField(state, UInt32(clamping: table), &key, &found)
    }
    return isDone ? CapturedValue(found) : .unknown
  }

  /// Tells what is at a position of a table, without running any code.
  public func outside(position: Int64, ofTable table: Int) -> CapturedValue {
    var found = LRSOutside()
    var key = LRSValue()
    key.kind = .integer
    key.integer = position
    let isDone = unsafe lrs_outsideField(state, UInt32(clamping: table), &key, &found)
    return isDone ? CapturedValue(found) : .unknown
  }

  /// Lists the keys and values of a table; `nil` where some are no scalars, or they are many.
  public func outsideScalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]? {
    var tokens = LRSTokens()
    guard unsafe lrs_outsideScalars(state, UInt32(clamping: table), &tokens) else { return nil }
    let all = unsafe UnsafeBufferPointer(start: tokens.first, count: tokens.count)
    return withExtendedLifetime(self) {
      stride(from: 0, to: all.count - 1, by: 2).map {
        (LuaValue(scalar: unsafe all[$0]), LuaValue(scalar: unsafe all[$0 + 1]))
      }
    }
  }

  /// Lets go of the tables that were numbered.
  public func forgetOutside() { unsafe lrs_forgetOutside(state) }
}

extension CapturedValue {
  fileprivate init(_ found: LRSOutside) {
    switch found.kind {
    case .scalar: self = .scalar(LuaValue(scalar: found.value))
    case .function: self = .function(Int(found.number))
    case .table: self = .table(Int(found.number))
    case .unknown: self = .unknown
    @unknown default: self = .unknown
    }
  }
}
