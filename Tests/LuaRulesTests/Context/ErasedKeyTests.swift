import LuaRules
import Testing

private protocol Shape: Sendable { var sides: Int { get } }
private struct Square: Shape, RuleObject {
  let sides = 4
  static let ruleMembers: RuleMembers<Square> = [.init("sides", \.sides)]
}
private final class Circle: Shape { let sides = 0 }

/// A box like `AnyView`: it hides the type of what is inside.
private struct Box: Sendable {
  let content: any Sendable
}

/// A box that takes shapes, and nothing else.
private struct AnyShape: Sendable, TypeErasingBox {
  let shape: any Shape

  init(_ shape: any Shape) { self.shape = shape }

  init?(boxing value: Any) {
    guard let shape = value as? any Shape else { return nil }
    self.init(shape)
  }
}

private struct AnyShapeKey: DynamicEnvironmentKey { static let defaultValue = AnyShape(Circle()) }
private struct MaybeAnyShapeKey: DynamicEnvironmentKey {
  static let defaultValue: AnyShape? = nil
}
private struct AnyShapesKey: DynamicEnvironmentKey { static let defaultValue: [AnyShape] = [] }
private struct ShapeKey: DynamicEnvironmentKey { static let defaultValue: any Shape = Circle() }
private struct MaybeShapeKey: DynamicEnvironmentKey {
  static let defaultValue: (any Shape)? = nil
}
private struct AnyKey: DynamicEnvironmentKey { static let defaultValue: any Sendable = 0 }
private struct HashableKey: DynamicEnvironmentKey {
  static var defaultValue: AnyHashable { "default" }
}
private struct BoxKey: DynamicEnvironmentKey { static let defaultValue = Box(content: 0) }

extension DynamicEnvironmentPaths {
  fileprivate var shape: any Shape {
    get { self[dynamic: ShapeKey.self] }
    set { self[dynamic: ShapeKey.self] = newValue }
  }
  fileprivate var maybeShape: (any Shape)? {
    get { self[dynamic: MaybeShapeKey.self] }
    set { self[dynamic: MaybeShapeKey.self] = newValue }
  }
  fileprivate var anything: any Sendable {
    get { self[dynamic: AnyKey.self] }
    set { self[dynamic: AnyKey.self] = newValue }
  }
  fileprivate var anyShape: AnyShape { self[dynamic: AnyShapeKey.self] }
  fileprivate var maybeAnyShape: AnyShape? { self[dynamic: MaybeAnyShapeKey.self] }
  fileprivate var anyShapes: [AnyShape] { self[dynamic: AnyShapesKey.self] }
  fileprivate var hashable: AnyHashable { self[dynamic: HashableKey.self] }
  fileprivate var box: Box {
    get { self[dynamic: BoxKey.self] }
    set { self[dynamic: BoxKey.self] = newValue }
  }
}

struct ErasedKeyTests {
  private let host: HostFunctions = [
    "square": .function { (_: RuleContext) in Square() },
    "box": .function { (c: RuleContext) in Box(content: "boxed") },
  ]
  private let schema = RuleSchema(\.shape, \.maybeShape, \.hashable, \.box)

  @Test func `an existential key takes a concrete value`() throws {
    var context = RuleContext(
      try model(
        """
        { key = "shape", when = { wanted = "square" }, value = host.square },
        { key = "maybeShape", value = function(c) return c.shape end },
        { key = "sides", value = function(c) return c.shape.sides end },
        """, schema: schema, host: host))
    context["wanted"] = "none"
    #expect(context.shape is Circle)
    context["wanted"] = "square"
    #expect(context.shape.sides == 4)
    #expect(context.maybeShape is Square)
    #expect(try context.value(for: \.maybeShape?.sides) == 4)
    #expect(outcome("sides", in: context) == "4")
    let circle = Circle()
    context.shape = circle
    #expect(context.maybeShape as? Circle === circle)
    context.maybeShape = nil
    #expect(context.maybeShape == nil)
  }

  @Test func `a box of the standard library takes what Lua has`() throws {
    let cases: [(literal: String, expected: AnyHashable)] = [
      ("true", true), ("3", 3), ("2.5", 2.5), ("'x'", "x"), ("{ 1, 2 }", [1, 2]),
      ("{ a = 'b' }", ["a": "b"]),
    ]
    for (literal, expected) in cases {
      let context = RuleContext(
        try model(
          "{ key = \"hashable\", value = \(literal) },\n{ key = \"any\", value = \(literal) },",
          schema: schema))
      #expect(context.hashable == expected)
      #expect("\(context.anything)" == "\(expected)")
    }
  }

  @Test func `a box of the host's own goes through as it is`() throws {
    var context = RuleContext(
      try model(
        """
        { key = "box", value = host.box },
        { key = "content", value = function(c) return c.other end },
        """, schema: schema, host: host))
    #expect(context.box.content as? String == "boxed")
    context["other"] = Box(content: 5)
    #expect(try context.value(at: "content", as: Box.self).content as? Int == 5)
    context.box = Box(content: true)
    #expect(context.box.content as? Bool == true)
  }

  @Test func `a box takes a concrete value, however the rule hands it on`() throws {
    for value in ["host.square", "function(c) return host.square(c) end"] {
      let context = RuleContext(
        try model(
          """
          { key = "anyShape", value = \(value) },
          { key = "maybeAnyShape", value = \(value) },
          { key = "anyShapes", value = function(c) return { host.square(c), c.anyShape } end },
          """, schema: RuleSchema(\.anyShape, \.maybeAnyShape, \.anyShapes), host: host))
      #expect(try context.value(for: \.anyShape).shape is Square)
      #expect(try context.value(for: \.maybeAnyShape)?.shape is Square)
      #expect(try context.value(for: \.anyShapes).map(\.shape.sides) == [4, 4])
    }
  }

  @Test func `what does not belong into a box is an error`() throws {
    let context = RuleContext(
      try model("{ key = \"anyShape\", value = host.box },", schema: schema, host: host))
    let error = #expect(throws: RuleError.self) { try context.value(for: \.anyShape) }
    #expect(error?.code == .wrongType)
    for value in ["host.box", "function(c) return host.box(c) end", "5", "\"text\""] {
      let context = RuleContext(
        try model("{ key = \"maybeAnyShape\", value = \(value) },", host: host))
      #expect(throws: RuleError.self, "\(value)") { try context.value(for: \.maybeAnyShape) }
      #expect(throws: RuleError.self, "\(value)") {
        try context.value(at: "maybeAnyShape", as: [Int]?.self)
      }
    }
    #expect(error?.message.contains("expected an object of the host (`AnyShape`)") == true)
  }

  @Test func `what does not fit an existential is an error`() throws {
    let log = ErrorLog()
    var context = RuleContext(
      try model("{ key = \"shape\", value = function(c) return 5 end },", host: host))
    context.onError = { log.add($0) }
    #expect(context.shape is Circle)
    #expect(log.all.map(\.code) == [.wrongType])
  }
}
