import LuaBridge
import Testing

@testable import LuaBytecode
@testable import LuaRules

/// What is known of one function of a shape holds for the others.
struct FunctionOutlineTests {
  private func shape(_ body: String) throws -> FunctionOutline.Shape? {
    FunctionOutline(try dump("return function(c) \(body) end"))?.shape
  }

  static let alike: [(String, String, Bool)] = [
    ("return c.a == 'x'", "return c.a == 'y'", true),
    ("return c.a == 'x'", "return c.b == 'a text of more than forty bytes, a long one'", true),
    ("return c.a == 'a'", "return c.a == 'b'", false),
    ("return c.a == 'x' or c.b == 'x'", "return c.a == 'x' or c.b == 'y'", false),
    ("return c.a and c.b", "return c.a or c.b", false),
    ("return c.a == 1e9", "return c.a == 2e9", false),
    ("return c.a == 300000", "return c.a == 300000.0", false),
    ("c.f('y')", "c.g('z')", true), ("c.error('x')", "c.other('x')", false),
  ]

  @Test(arguments: alike)
  func `functions are alike that differ in texts only`(
    left: String, right: String, isSame: Bool
  ) throws {
    let shapes = (try #require(try shape(left)), try #require(try shape(right)))
    #expect((shapes.0 == shapes.1) == isSame)
  }

  @Test
  func `a function with others inside has no outline`() throws {
    #expect(try shape("return function() return c end") == nil)
  }

  @Test
  func `functions of one shape have one complexity and one kind of end`() throws {
    var known: [FunctionOutline.Shape: (complexity: Int, neverReturns: Bool)] = [:]
    var again = 0
    for seed in 0..<60 {
      var writer = RandomLua(seed: 0x5A + UInt64(seed))
      for number in 0..<20 {
        let text = writer.function(isPredicate: number % 2 == 0)
        let bytes = try dump("\(RandomLua.prelude)\nreturn \(text)")
        guard let outline = FunctionOutline(bytes), let shape = outline.shape else { continue }
        let function = try CompiledFunction.decode(bytes)
        #expect(outline.instructions == function.code)
        #expect(outline.constantCount == function.constants.count)
        for (index, constant) in function.constants.enumerated() {
          #expect("\(outline.value(index))" == "\(NativeValue(constant))")
          #expect(outline.hasSame(function.constants) { $0 == index })
        }
        let facts = (Complexity.of(function), function.neverReturnsValue)
        if let known = known[shape] {
          again += 1
          #expect(known == facts)
        }
        known[shape] = facts
      }
    }
    #expect(again > 10)
  }

  @Test
  func `numbers of shapes are those of the shapes, and functions are kept as they are`() throws {
    var shapes = FunctionShapes()
    var shaped = ShapedFunctions()
    var numbers: [FunctionOutline.Shape: Int] = [:]
    var kept: [Int: FunctionOutline] = [:]
    for seed in 0..<30 {
      var writer = RandomLua(seed: 0xB3 + UInt64(seed))
      for count in 0..<20 {
        let text = writer.function(isPredicate: count % 2 == 0)
        let bytes = try dump("\(RandomLua.prelude)\nreturn \(text)")
        let start = try #require(FunctionOutline.start(inDump: bytes))
        let found = shapes.find(in: bytes, at: start)
        guard let outline = FunctionOutline(bytes) else {
          #expect(found == nil)
          continue
        }
        let layout = try #require(found?.layout)
        #expect(layout.body == outline.layout.body)
        guard let shape = outline.shape else { continue }
        #expect(found?.shape == numbers[shape])
        guard let number = numbers[shape] ?? shapes.add(outline) else { continue }
        numbers[shape] = number
        kept[20 * seed + count] = outline
        shaped.add(layout, in: bytes, shape: number, number: 20 * seed + count)
      }
    }
    shaped.trim()
    #expect(kept.count > 100 && numbers.count < kept.count)
    for (number, outline) in kept {
      let found = try #require(shaped.outline(ofFunction: number))
      #expect(found.outline.instructions == outline.instructions)
      #expect(found.shape == outline.shape.flatMap { numbers[$0] })
      for index in 0..<outline.constantCount {
        #expect("\(found.outline.value(index))" == "\(outline.value(index))")
      }
    }
  }

  @Test
  func `what is cut off or changed has an outline inside its bytes, or none`() throws {
    let bytes = try dump("return function(c) return c.a == 'x' and c.b > 1e9 or c.c == nil end")
    for count in 0..<bytes.count {
      _ = FunctionOutline(Array(bytes[..<count])).map { ($0.shape, $0.instructions) }
    }
    for index in bytes.indices {
      for byte in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = byte
        guard let outline = FunctionOutline(changed) else { continue }
        _ = (outline.shape, outline.instructions)
        for constant in 0..<outline.constantCount { _ = outline.value(constant) }
      }
    }
  }

  @Test
  func `a chunk is read without the code of its functions`() throws {
    let text = """
      local n = 0
      local function f()
        return function() n = 1 end
      end
      local function g(c) return f[c.x == "a"] end
      return { { key = "a", when = function(c) return c.x == "a" end }, { key = "b", value = f } }
      """
    let bytes = try dumpChunk(text)
    let whole = try CompiledFunction.decode(bytes)
    let outline = try FileOutline(bytes)
    #expect(outline.functions.map(\.line) == whole.functions.map(\.lineDefined))
    #expect(outline.hasUpvalueAssignment && whole.hasUpvalueAssignment)
    for count in 0..<bytes.count {
      #expect(throws: DecodingFailure.self) {
        try FileOutline(Array(bytes[..<count]))
      }
    }
  }

  @Test func `a function is found by its line, if none other begins there`() throws {
    let text = """
      local function f(c)
        return c.a == "x" and c.b == 2.5
      end
      local function outer() return function(c) return c.y end end
      local g = pick(function() return function(c)
        return c.z end end)
      return { { when = function(c) return c.a end, value = function(c) return c.b end },
        { value = function(c) return c.d == "a text of more than forty bytes, a long one" end } }
      """
    let bytes = try dumpChunk(text)
    let outline = try FileOutline(bytes)
    let functions = try CompiledFunction.decode(bytes).functions
    var hint = 0
    for (line, function) in [(1, functions[0]), (8, functions[5]), (1, functions[0])] {
      let start = try #require(outline.place(ofFunctionAt: line, near: &hint)).start
      let found = try #require(FunctionOutline(bytes, at: start))
      #expect(found.instructions == function.code)
      #expect(found.parameterCount == 1 && found.constantCount == function.constants.count)
      #expect(found.hasSame(function.constants) { _ in true })
    }
    let table = try #require(outline.tables.table(at: 8, elements: 0, names: ["value"]))
    #expect(table.fieldCount == 1 && table.line == 8 && table.line(ofField: "value") == 8)
    // Two in a line, one in another, none, and outside of the file.
    for line in [4, 5, 7, 2, 0, 100] {
      for place in -1...10 {
        hint = place
        #expect(outline.place(ofFunctionAt: line, near: &hint) == nil)
      }
    }
  }

  @Test func `wherever functions stand, each has its own complexity`() throws {
    for seed in 0..<40 {
      var writer = RandomLua(seed: 0xF1 + UInt64(seed))
      var random = SplitMix(state: UInt64(seed))
      let functions = (0..<24).map { _ in writer.function(isPredicate: true) }
      let expected = try functions.map { function in
        Complexity.of(
          try CompiledFunction.decode(try dump("\(RandomLua.prelude)\nreturn \(function)")))
      }
      var text = "\(RandomLua.prelude)\nreturn {"
      for function in functions {
        let space = random.next().isMultiple(of: 3) ? " " : "\n"
        text += "\(space){ key = 'a', value = 1, when = \(function) },"
      }
      let core = try #require(try RuleModel(text: text + "}").current.first)
      #expect(core.rules.map(\.rank.complexity) == expected)
    }
  }
}
