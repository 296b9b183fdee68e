import Testing

@testable import LuaBytecode
@testable import LuaRules

struct CompiledFunctionTests {
  static let text = """
    local limit = 3
    local name = "a long string constant that is stored in another form than short ones do"
    return function(c, d, ...)
      local first = c.a == 1


      local function inner(x) limit = x; return name, 1.5, 1 << 40, nil, true end
      return first and inner(...)
    end
    """

  @Test
  func `a dump is read completely`() throws {
    let function = try CompiledFunction.decode(try dump(Self.text))
    #expect(function.source == "=1")
    #expect(function.lineDefined == 3 && function.lastLineDefined == 9)
    #expect(function.parameterCount == 2 && function.isVariadic)
    #expect(function.locals.map(\.name) == ["c", "d", "first", "inner"])
    #expect(function.upvalues.map(\.name) == ["limit", "name"])
    #expect(function.lines.first == 3 && function.lines.last == 9)
    #expect(Set(function.lines) == [3, 4, 7, 8, 9])
    let inner = try #require(function.functions.first)
    #expect(inner.source == "=1" && inner.lineDefined == 7)
    #expect(inner.assignsUpvalues && !function.assignsUpvalues && function.hasUpvalueAssignment)
    #expect(inner.constants.contains(.float(1.5)) && inner.constants.contains(.integer(1 << 40)))
  }

  @Test
  func `lines far apart are absolute`() throws {
    let gap = String(repeating: "\n", count: 1000)
    let many = String(repeating: "c.x = 1\n", count: 500)
    let text = "return function(c)\n local a = 1\(gap) local b = c.a\(gap)\(many) return b end"
    let function = try CompiledFunction.decode(try dump(text))
    #expect(function.lines.contains(1002) && function.lines.contains(2002 + 250))
    #expect(function.lines.last == 2502 && function.lastLineDefined == 2502)
  }

  @Test
  func `another header is refused`() throws {
    let bytes = try dump(Self.text)
    #expect(throws: DecodingFailure.notADump) { try CompiledFunction.decode([]) }
    #expect(throws: DecodingFailure.notADump) { try CompiledFunction.decode(Array("abc".utf8)) }
    for index in 4..<30 {
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: DecodingFailure.unknownLayout) { try CompiledFunction.decode(changed) }
    }
  }

  @Test
  func `every truncation is refused`() throws {
    let bytes = try dump(Self.text)
    for count in bytes.indices {
      #expect(throws: DecodingFailure.self) { try CompiledFunction.decode(Array(bytes[..<count])) }
    }
    #expect(throws: DecodingFailure.self) { try CompiledFunction.decode(bytes + [0]) }
  }

  @Test(arguments: [0, 1, 2, 3])
  func `damaged dumps never trap`(kind: Int) throws {
    var random = SplitMix(state: UInt64(kind))
    let text = kind < 2 ? Self.text : Self.varied
    let bytes = try kind % 2 == 0 ? dump(Self.text) : dumpChunk(text)
    var readable = 0
    for round in 0..<6000 {
      var changed = bytes
      for _ in 0...round % 3 {
        let index = Int.random(in: 31..<bytes.count, using: &random)
        changed[index] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? FileOutline(changed, findsTablesOfFunctions: true)
      guard let function = try? CompiledFunction.decode(changed) else { continue }
      readable += 1
      _ = Complexity.of(function)
      _ = function.writesOutside()
      _ = function.neverReturnsValue
      for nested in function.functions { _ = Complexity.of(nested) }
    }
    #expect(readable > 100)
  }

  private static let varied = """
    local rules = {}
    local function rule(k, v) return { key = k, value = v } end
    rules[#rules + 1] = { key = "a", value = 1 }
    table.insert(rules, { key = "b", when = function(c)
      return c.a
    end, value = x and 1 or 2 })
    rules[#rules + 1] = rule("c", 3)
    for i = 1, 3 do
      rules[#rules + 1] = { key = "d" .. i, value = i }
    end
    if rules[1] then rules[9] = { key = "e" } end
    return rules
    """

  @Test("each opcode is read from its number, whatever the fields are")
  func opcodes() {
    for number in UInt32(0)...0x7F {
      for fields in [0, UInt32.max & ~0x7F] {
        let opcode = Instruction(bits: fields | number).opcode
        #expect(opcode == Opcode(rawValue: UInt8(number)) ?? .extraArgument)
      }
    }
  }

  @Test
  func `every kind of damage to one instruction is survived`() throws {
    let body = "local x, y = c.a, c.b if x == 1 then y = x end return y"
    let bytes = try dump("return function(c) \(body) end")
    let function = try CompiledFunction.decode(bytes)
    var random = SplitMix(state: 7)
    for _ in 0..<20_000 {
      var code = function.code
      let index = Int.random(in: 0..<code.count - 1, using: &random)
      let opcode = UInt32.random(in: 0...UInt32(Opcode.last), using: &random)
      let fields = UInt32.random(in: 0...(.max), using: &random) & ~0x7F
      code[index] = Instruction(bits: fields | opcode)
      guard (try? CompiledFunction.checkStructure(code)) != nil else { continue }
      let changed = CompiledFunction(
        source: "", lineDefined: 1, lastLineDefined: 1, parameterCount: 1, isVariadic: false,
        registerCount: 3, code: code, constants: function.constants, upvalues: [], functions: [],
        lines: [], locals: function.locals, assignsUpvalues: true, hasUpvalueAssignment: true)
      _ = Complexity.of(changed)
      var steps = 0
      _ = FewestTests.of(changed, &steps)
      _ = changed.writesOutside()
      _ = changed.neverReturnsValue
      var search = TableSearch()
      search.begin(.init(registerCount: 3, lines: function.lines))
      let dumped = DumpedCode(code, of: function)
      for position in code.indices { search.read(dumped, at: position, localCount: 1) }
    }
  }

  @Test
  func `deep nesting is refused, not followed`() throws {
    // The bytes of a function up to the first nested one: a source, lines, one
    // instruction (`return`), no constants, no upvalues, and one function.
    let start: [UInt8] = [0x80, 0x80, 0x80, 0, 0, 2, 0x81, 0x47, 0, 1, 0, 0x80, 0x80, 0x81]
    var nested = Array(try dump("return function() end").prefix(32))
    for _ in 0..<100_000 { nested += start }
    #expect(throws: DecodingFailure.nestedTooDeeply) { try CompiledFunction.decode(nested) }
  }
}
