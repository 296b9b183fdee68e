import CLuaSupport

/// The value of an upvalue of a function, or of a field of a table that was made while loading.
package enum CapturedValue: Sendable {
  /// A value that analysis cannot use, such as a library function.
  case unknown
  /// A value that is neither a table nor a function.
  case scalar(LuaValue)
  /// A function, with its number in the state.
  case function(Int)
  /// A table, with a number that is valid until ``LuaState/forgetOutside()``.
  case table(Int)
}

extension LuaState {
  /// Returns the value of an upvalue; a function that is found gets a number.
  ///
  /// - Parameters:
  ///   - upvalue: The index of the upvalue, from 0, as in the bytecode.
  ///   - function: The number of the function.
  /// - Returns: The current value of the upvalue.
  package func outside(upvalue: Int, ofFunction function: Int) -> CapturedValue {
    var found = LRSOutside()
    guard
      unsafe lrs_outsideUpvalue(
        state, UInt32(clamping: function), Int32(clamping: upvalue + 1), false, &found)
    else { return .unknown }
    return CapturedValue(found)
  }

  /// Returns the value of a field of a table, without running any code.
  package func outside(field name: String, ofTable table: Int) -> CapturedValue {
    var found = LRSOutside()
    var name = name
    let isDone = name.withUTF8 { bytes in
      var key = LRSValue()
      key.kind = .string
      unsafe key.bytes = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      key.length = bytes.count
      return unsafe lrs_outsideField(state, UInt32(clamping: table), &key, false, &found)
    }
    return isDone ? CapturedValue(found) : .unknown
  }

  /// Returns the value at a position of a table, without running any code.
  package func outside(position: Int64, ofTable table: Int) -> CapturedValue {
    var found = LRSOutside()
    var key = LRSValue()
    key.kind = .integer
    key.integer = position
    let isDone = unsafe lrs_outsideField(state, UInt32(clamping: table), &key, false, &found)
    return isDone ? CapturedValue(found) : .unknown
  }

  /// Lists the keys and values of a table; `nil` if some are not scalars, or if there are too many.
  package func outsideScalars(ofTable table: Int) -> [(key: LuaValue, value: LuaValue)]? {
    var tokens = LRSTokens()
    guard unsafe lrs_outsideScalars(state, UInt32(clamping: table), &tokens) else { return nil }
    let all = unsafe UnsafeBufferPointer(start: tokens.first, count: tokens.count)
    return withExtendedLifetime(self) {
      stride(from: 0, to: all.count - 1, by: 2).map {
        (LuaValue(scalar: unsafe all[$0]), LuaValue(scalar: unsafe all[$0 + 1]))
      }
    }
  }

  /// Releases the numbered tables.
  package func forgetOutside() { unsafe lrs_forgetOutside(state) }
}

extension CapturedValue {
  fileprivate init(_ found: LRSOutside) {
    switch found.kind {
    case .scalar: self = .scalar(LuaValue(scalar: found.value))
    case .function: self = .function(Int(found.number))
    case .table: self = .table(Int(found.number))
    case .unknown, .library, .environment: self = .unknown
    @unknown default: self = .unknown
    }
  }
}
