import LuaRules
import Synchronization
import Testing

private enum Named: String, Sendable { case low, high }
private enum Plain: Sendable { case left, right }
private enum Loaded: Sendable { case none, some(Int) }
private struct Point: Sendable { var x = 1 }

/// A parameter that asks rules while it is converted.
private struct Asking: LuaConvertible {
  static let context = Mutex<RuleContext?>(nil)
  let text: String

  init(luaValue: LuaValue) throws(ConversionError) {
    let context = Self.context.withLock(\.self)
    text = (try? context?.value(at: "other", as: String.self)) ?? "none"
  }

  var luaRepresentation: LuaRepresentation { .value(.string(text)) }
}

/// What calls of host functions come to: arguments, results, and calls inside calls.
struct HostCallTests {
  private static var host: HostFunctions {
    let host: HostFunctions = [
      "any": .function { (_: RuleContext) -> Any in 3 },
      "anyText": .function { (_: RuleContext) -> Any in "x" },
      "anyOptional": .function { (_: RuleContext) in Int?.some(3) as Any },
      "anyNothing": .function { (_: RuleContext) in String?.none as Any },
      "anyCase": .function { (_: RuleContext) -> Any in Named.high },
    ]
    return
      host
      .adding("integer") { 3 }.adding("float") { 3.0 }.adding("small") { UInt8(3) }
      .adding("text") { "a text of more bytes than a short string has" }
      .adding("truth") { true }.adding("empty") { "" }
      .adding("someInteger") { Int?.some(3) }.adding("noInteger") { Int?.none }
      .adding("someText") { String?.some("x") }.adding("noText") { String?.none }
      .adding("someTruth") { Bool?.some(false) }.adding("noTruth") { Bool?.none }
      .adding("someFloat") { Double?.some(0.5) }.adding("noFloat") { Double?.none }
      .adding("twice") { Int??.some(.some(3)) }.adding("noTwice") { Int??.some(.none) }
      .adding("named") { Named.high }.adding("plain") { Plain.right }
      .adding("someNamed") { Named?.some(.low) }.adding("noNamed") { Named?.none }
      .adding("payload") { Loaded.some(4) }.adding("point") { Point() }
      .adding("value") { LuaValue.integer(3) }.adding("nothing") { LuaValue.nil }
      .adding("null") { LuaValue.null }.adding("void") {}
      .adding("someVoid") { Void?.some(()) }.adding("context") { (c: RuleContext) in c }
      .adding("maybeContext") { (c: RuleContext?) in c == nil ? "none" : "some" }
      .adding("anyContext") { (c: Any) in c is RuleContext }
      .adding("big") { UInt64.max }
      .adding("first") { (a: Int) in a }
      .adding("pair") { (a: Int, b: String) in "\(a)\(b)" }
      .adding("kinds") { (a: Bool, b: Double, c: Named, d: Plain, e: Int8?, f: [Double]) in
        "\(a) \(b) \(c) \(d) \(e.map(String.init) ?? "-") \(f)"
      }
      .adding("asking") { (a: Asking, b: String, c: Int) in "\(a.text) \(b) \(c)" }
      .adding("inner") { (c: RuleContext, a: String) in
        try c.value(at: "other", as: String.self) + a
      }
      .adding("fails") { (c: RuleContext, a: Int) throws -> Int in
        _ = try c.value(at: "other", as: String.self)
        return try c.value(at: "wrong", as: Int.self)
      }
  }

  private static let many = (1...40).map(String.init).joined(separator: ", ")

  static let calls: [(expression: String, expected: String)] = [
    ("math.type(host.integer()) .. host.integer()", "\"integer3\""),
    ("math.type(host.float())", "\"float\""), ("math.type(host.small())", "\"integer\""),
    ("#host.text()", "44"), ("host.truth() == true", "true"), ("host.empty() == ''", "true"),
    ("host.someInteger()", "3"), ("host.noInteger() == nil", "true"), ("host.someText()", "\"x\""),
    ("host.noText() == nil", "true"), ("host.someTruth() == false", "true"),
    ("host.noTruth() == nil", "true"), ("host.someFloat()", "0.5"),
    ("host.noFloat() == nil", "true"), ("host.twice()", "3"), ("host.noTwice() == nil", "true"),
    ("host.named()", "\"high\""), ("host.plain()", "\"right\""), ("host.someNamed()", "\"low\""),
    ("host.noNamed() == nil", "true"), ("host.payload().some", "4"), ("host.point().x", "1"),
    ("host.value()", "3"), ("host.nothing() == nil", "true"), ("host.null() == nil", "true"),
    ("host.void() == nil", "true"), ("host.someVoid() == nil", "true"),
    ("host.context(c) == c", "true"), ("host.maybeContext(c)", "\"some\""),
    ("host.maybeContext()", "\"none\""), ("host.anyContext(c)", "true"),
    ("host.anyContext(1)", "false"), ("host.any(c)", "3"), ("host.anyText(c)", "\"x\""),
    ("host.anyOptional(c)", "3"), ("host.anyNothing(c) == nil", "true"),
    ("host.anyCase(c)", "\"high\""), ("host.first(\(many))", "1"),
    ("host.pair(host.first(2, 'x'), host.pair(3, host.anyText(c)))", "\"23x\""),
    ("host.kinds(true, 1, 'low', 'left', nil, { 1, 0.5 })", "\"true 1.0 low left - [1.0, 0.5]\""),
    ("host.kinds(false, 0.5, 'high', 'right', 7, {})", "\"false 0.5 high right 7 []\""),
    ("host.asking(1, 'kept', 9)", "\"(1ab)(2ab) kept 9\""),
    ("host.inner(c, 'z') .. host.first(5)", "\"(1ab)(2ab)z5\""),
    ("host.asking(1, host.inner(c, 'z'), host.first(\(many)))", "\"(1ab)(2ab) (1ab)(2ab)z 1\""),
    (
      "host.kinds(true, 1, 'low', 'up', nil, {})",
      "rules.lua:2: error: argument 4 of `host.kinds` is \"up\"; expected one of left, right [wrong-value]"
    ),
    (
      "host.kinds(1)",
      "rules.lua:2: error: argument 1 of `host.kinds` is 1; expected true or false [wrong-type]"
    ),
    (
      "host.pair(1, c)",
      "rules.lua:2: error: argument 2 of `host.pair` is an object of the host; expected a string [wrong-type]"
    ),
    (
      "host.big()",
      "rules.lua:2: error: the integer 18446744073709551615 does not fit into the 64 bits of Lua "
        + "[wrong-type]"
    ),
    (
      "host.fails(c, 1)",
      "rules.lua:4: error: argument 1 of `host.first` is \"x\"; expected an integer [wrong-type]\n"
        + "  note: `answer` asked for `wrong`"
    ),
  ]

  @Test(.serialized, arguments: calls)
  func `a call comes to what its types say`(expression: String, expected: String) throws {
    let rules = try model(
      """
      { key = "answer", value = function(c) return \(expression) end },
      { key = "other", value = function(c) return host.echo(1, 'a', 'b') .. host.echo(2, 'a', 'b') end },
      { key = "wrong", value = function(c) return host.first('x') end },
      """,
      host: Self.host.adding("echo") { (number: Int, a: String, b: String) in
        "(\(number)\(a)\(b))"
      })
    let context = RuleContext(rules)
    Asking.context.withLock { $0 = context }
    defer { Asking.context.withLock { $0 = nil } }
    for _ in 0..<3 { #expect(outcome(in: context) == expected) }
  }

  @Test func `what a host function gives as a value keeps its Swift type`() throws {
    let rules = try model(
      """
      { key = "optional", value = host.someInteger },
      { key = "none", value = host.noInteger }, { key = "none", value = 9 },
      { key = "named", value = host.named },
      { key = "integer", value = host.integer },
      """, host: Self.host)
    let context = RuleContext(rules)
    #expect(try context.value(at: "optional", as: Int.self) == 3)
    #expect(try context.value(at: "none", as: Int.self) == 9)
    #expect(try context.value(at: "named", as: Named.self) == .high)
    #expect(try context.value(at: "named", as: Any.self) is Named)
    #expect(try context.value(at: "integer", as: Double.self) == 3)
    #expect(try context.value(at: "integer", as: Any.self) is Int)
  }
}
