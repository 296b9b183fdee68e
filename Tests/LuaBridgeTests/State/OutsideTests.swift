import Testing

@testable import LuaBridge

struct OutsideTests {
  static let text = """
    local number, word, nothing, list = 7, "low", nil, { 1, 2.5, name = "x", [true] = false }
    local nested = { list = list, f = function() return number end, [1] = null }
    local odd = { [list] = 1 }
    return function(c) return number, word, nothing, list, nested, odd, string, math.pi end
    """

  private func loaded() throws -> (state: LuaState, function: Int) {
    let state = try LuaState(memoryLimit: 8 << 20)
    try state.compile(Array(Self.text.utf8), chunk: 1)
    let (slot, _) = try state.run()
    guard case .function(let number) = try state.contents(ofSlot: slot) else {
      throw LuaFailure(.conversion, "no function")
    }
    return (state, number)
  }

  private func describe(_ found: CapturedValue) -> String {
    switch found {
    case .unknown: "unknown"
    case .scalar(let value): value.literal
    case .function: "function"
    case .table: "table"
    }
  }

  @Test(arguments: [false, true])
  func `upvalues and fields are told, frozen or not`(isFrozen: Bool) throws {
    let (state, function) = try loaded()
    if isFrozen {
      _ = try state.keepReachableFunctions()
      try state.freeze()
    }
    let upvalues = (0..<7).map { state.outside(upvalue: $0, ofFunction: function) }
    #expect(
      upvalues.map(describe) == ["7", "\"low\"", "nil", "table", "table", "table", "table"])
    #expect(describe(state.outside(upvalue: 9, ofFunction: function)) == "unknown")
    #expect(describe(state.outside(upvalue: 0, ofFunction: 99)) == "unknown")
    guard case .table(let list) = upvalues[3], case .table(let nested) = upvalues[4],
      case .table(let odd) = upvalues[5], case .table(let globals) = upvalues[6]
    else { return }
    #expect(describe(state.outside(field: "name", ofTable: list)) == "\"x\"")
    #expect(describe(state.outside(position: 2, ofTable: list)) == "2.5")
    #expect(describe(state.outside(field: "missing", ofTable: list)) == "nil")
    #expect(describe(state.outside(field: "f", ofTable: nested)) == "function")
    #expect(describe(state.outside(position: 1, ofTable: nested)) == "null")
    // What is missing among the globals is an error in Lua.
    #expect(describe(state.outside(field: "missing", ofTable: globals)) == "unknown")
    #expect(describe(state.outside(field: "string", ofTable: globals)) == "table")
    #expect(describe(state.outside(field: "pairs", ofTable: globals)) == "unknown")
    guard case .table(let same) = state.outside(field: "list", ofTable: nested) else { return }
    #expect(same == list)
    let scalars = try #require(state.outsideScalars(ofTable: list))
    #expect(
      Set(scalars.map { "\($0.key.literal)=\($0.value.literal)" })
        == ["1=1", "2=2.5", "\"name\"=\"x\"", "true=false"])
    #expect(state.outsideScalars(ofTable: nested) == nil)
    #expect(state.outsideScalars(ofTable: odd) == nil)
    #expect(state.outsideScalars(ofTable: globals) == nil)
    state.forgetOutside()
    #expect(describe(state.outside(field: "name", ofTable: list)) == "unknown")
  }

  @Test
  func `too little memory is nothing to rely on`() throws {
    for number in 1...40 {
      let (state, function) = try loaded()
      state.failAllocation(number)
      for upvalue in 0..<7 {
        let found = state.outside(upvalue: upvalue, ofFunction: function)
        if case .table(let table) = found {
          _ = state.outside(field: "a name that no table here has", ofTable: table)
          _ = state.outsideScalars(ofTable: table)
        }
      }
      state.forgetOutside()
    }
  }

  @Test
  func `floats are written as Lua writes them`() {
    let table: [(Double, String)] = [
      (1, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e15, "1e+15"), (1e100, "1e+100"),
      (123_456_789_012_345.6, "1.2345678901235e+14"), (.infinity, "inf"), (2.5, "2.5"),
    ]
    for (number, text) in table { #expect(LuaNumberText.of(number) == text) }
    #expect(LuaCollation.isBytewise)
    #expect(LuaTextHash.of("low", seed: 1) == LuaTextHash.of(Array("low".utf8), seed: 1))
    #expect(LuaTextHash.of("\u{E9}", seed: 1) != LuaTextHash.of("e\u{301}", seed: 1))
  }
}
