import CLuaSupport

/// A part of what a function captures, by which it can be compared with another function.
package enum CapturedPart: Sendable {
  /// A value that is neither a table nor a function.
  case scalar(LuaValue)
  /// A function, with its number in the state.
  case function(Int)
  /// A table, with a number that is valid until ``LuaState/forgetOutside()``.
  case table(Int)
  /// A function or a table that all files have, by its name, such as `math.floor` or `host.badge`.
  case library(String)
  /// A value that cannot be compared.
  case unknown
}

/// What a table contains that was made while loading.
package struct TableContent: Sendable {
  /// The keys, in no order; of globals only those that not all files have.
  package let keys: [LuaValue]
  /// What `#` gives.
  package let length: Int
  /// Whether it has the globals of a file.
  package let isEnvironment: Bool
}

extension LuaState {
  /// Returns a captured variable; a function that is found gets a number.
  ///
  /// - Parameters:
  ///   - upvalue: The index of the upvalue, from 0, as in the bytecode.
  ///   - function: The number of the function.
  /// - Returns: The current value of the variable.
  package func part(upvalue: Int, ofFunction function: Int) -> CapturedPart {
    part(at: Int32(clamping: upvalue + 1), ofFunction: function)
  }

  /// Returns a numbered function itself.
  package func part(function: Int) -> CapturedPart { part(at: 0, ofFunction: function) }

  private func part(at position: Int32, ofFunction function: Int) -> CapturedPart {
    var found = LRSOutside()
    let isDone = unsafe lrs_outsideUpvalue(
      state, UInt32(clamping: function), position, true, &found)
    return isDone ? CapturedPart(found) : .unknown
  }

  /// Returns the value of a key of a table, without running any code.
  package func part(key: LuaValue, ofTable table: Int) -> CapturedPart {
    var found = LRSOutside()
    let number = UInt32(clamping: table)
    var token = LRSValue()
    let isDone: Bool
    switch key {
    case .string(let text):
      isDone = part(bytes: Array(text.utf8), ofTable: number, &found)
    case .bytes(let bytes): isDone = part(bytes: bytes, ofTable: number, &found)
    case .integer(let integer):
      (token.kind, token.integer) = (.integer, integer)
      isDone = unsafe lrs_outsideField(state, number, &token, true, &found)
    case .number(let value):
      (token.kind, token.number) = (.number, value)
      isDone = unsafe lrs_outsideField(state, number, &token, true, &found)
    case .boolean(let flag):
      (token.kind, token.integer) = (.boolean, flag ? 1 : 0)
      isDone = unsafe lrs_outsideField(state, number, &token, true, &found)
    default: isDone = false
    }
    return isDone ? CapturedPart(found) : .unknown
  }

  private func part(bytes: [UInt8], ofTable table: UInt32, _ found: inout LRSOutside) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var token = LRSValue()
      token.kind = .string
      unsafe token.bytes = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      token.length = bytes.count
      return unsafe lrs_outsideField(state, table, &token, true, &found)
    }
  }

  /// Lists the keys of a table; `nil` if one of them is no scalar.
  package func content(ofTable table: Int) -> TableContent? {
    var content = LRSOutside()
    var tokens = LRSTokens()
    guard unsafe lrs_outsideKeys(state, UInt32(clamping: table), &content, &tokens) else {
      return nil
    }
    let all = unsafe UnsafeBufferPointer(start: tokens.first, count: tokens.count)
    return withExtendedLifetime(self) {
      TableContent(
        keys: unsafe all.map { LuaValue(scalar: $0) }, length: Int(content.number),
        isEnvironment: content.kind == .environment)
    }
  }
}

extension CapturedValue {
  /// Creates the value of a part, without what all files have.
  package init(_ part: CapturedPart) {
    switch part {
    case .scalar(let value): self = .scalar(value)
    case .function(let number): self = .function(number)
    case .table(let number): self = .table(number)
    case .library, .unknown: self = .unknown
    }
  }
}

extension CapturedPart {
  fileprivate init(_ found: LRSOutside) {
    switch found.kind {
    case .scalar: self = .scalar(LuaValue(scalar: found.value))
    case .function: self = .function(Int(found.number))
    case .table: self = .table(Int(found.number))
    case .library:
      if case .string(let name) = LuaValue(scalar: found.value) {
        self = .library(name)
      } else {
        self = .unknown
      }
    case .unknown, .environment: self = .unknown
    @unknown default: self = .unknown
    }
  }
}
