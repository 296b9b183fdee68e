import LuaBridge
import LuaRules
import Testing

private enum Priority: String { case low, high }
private struct Todo { var title: String; var priority: Priority }
extension Todo: RuleObject {
  static let ruleMembers: RuleMembers<Todo> = [
    .init("title", \.title),
    .init("isUrgent") { $0.priority == .high },
  ]
}

private class Animal: RuleObject, @unchecked Sendable {
  let name = "Rex"
  class var kind: String { "animal" }
  var legs: Int { 4 }
  static let ruleMembers: RuleMembers<Animal> = [
    .init("name", \.name),
    .init("kind") { type(of: $0).kind },
    .init("name") { $0.name + "!" },
    .init("legs", \.legs, description: "How many.") { $0.legs },
  ]
}
private final class Dog: Animal, @unchecked Sendable { override class var kind: String { "dog" } }

private struct AnimalKey: DynamicEnvironmentKey { static var defaultValue: Animal? { nil } }
private struct SoundKey: DynamicEnvironmentKey { static let defaultValue = "none" }

extension DynamicEnvironmentPaths {
  fileprivate var animal: Animal? {
    get { self[dynamic: AnimalKey.self] }
    set { self[dynamic: AnimalKey.self] = newValue }
  }
  fileprivate var sound: String { self[dynamic: SoundKey.self] }
}

private struct Misdeclared: RuleObject {
  static let ruleMembers: RuleMembers<Int> = [.init("self", \.self)]
}

/// A structure, and a class, that are members of themselves.
private struct Mirror: RuleObject, Sendable {
  let title: String
  static let ruleMembers: RuleMembers<Mirror> = [.init("me", \.self), .init("title", \.title)]
}

private final class Ring: RuleObject, Sendable {
  let title: String
  init(_ title: String) { self.title = title }
  static let ruleMembers: RuleMembers<Ring> = [.init("me", \.self), .init("title", \.title)]
}

private func view(of value: Any) -> (any LuaView)? {
  if case .view(let view) = LuaRepresentation(of: value) { view } else { nil }
}

private func text(_ member: LuaViewMember) -> String {
  switch member {
  case .value(let value): "\(value)"
  case .absent: "absent"
  case .unknown(let members, let note): "unknown \(members) \(note ?? "-")"
  }
}

@Suite struct RuleObjectTests {
  @Test(arguments: [EvaluationMode.native, .lua])
  func `an object may be a member of itself`(plan: EvaluationMode) throws {
    let rules = "return {{ key = 'k', value = function(c) return c.v.me.me.title end }}"
    var context = RuleContext(try RuleModel(text: rules, options: RuleOptions(plan: plan)))
    context["v"] = Mirror(title: "mirror")
    #expect(try context.value(at: "k", as: String.self) == "mirror")
    context["v"] = Ring("ring")
    #expect(try context.value(at: "k", as: String.self) == "ring")
  }

  @Test func `an entry of a dictionary of structures is read at the first question, too`() throws {
    let rules = "return {{ key = 'k', value = function(c) return c.v.a.title end }}"
    for plan in [EvaluationMode.native, .lua] {
      var context = RuleContext(try RuleModel(text: rules, options: RuleOptions(plan: plan)))
      context["v"] = ["a": Mirror(title: "one")]
      for _ in 0..<2 { #expect(try context.value(at: "k", as: String.self) == "one") }
    }
  }

  @Test(arguments: [
    ("title", "Buy beer"), ("isUrgent", "true"),
    ("priority", #"unknown ["isUrgent", "title"] -"#),
  ])
  func `rules see the members that are listed`(name: String, value: String) throws {
    let todo = try #require(view(of: Todo?(Todo(title: "Buy beer", priority: .high)) as Any))
    #expect(text(todo.member(.string(name))) == value)
    #expect(todo.count == 2)
    #expect(todo.keys.compactMap(\.text) == ["isUrgent", "title"])
    guard case .members = todo.shape else {
      Issue.record("not a closed set of members")
      return
    }
  }

  @Test func `a class keeps its identity and its own answers`() throws {
    let dog = Dog()
    let seen = try #require(view(of: dog))
    #expect(seen.subject as? Dog === dog)
    #expect(text(seen.member(.string("kind"))) == "dog")
  }

  @Test func `the last declared of a name counts`() throws {
    #expect(text(try #require(view(of: Animal())).member(.string("name"))) == "Rex!")
    #expect(Animal.ruleMembers.count == 3)
  }

  @Test func `a member may have a path and a closure that reads it`() throws {
    #expect(text(try #require(view(of: Dog())).member(.string("legs"))) == "4")
    #expect(Animal.ruleMembers["legs"]?.valueType == Int.self)
    #expect(Animal.ruleMembers["legs"]?.description == "How many.")
    let model: RuleModel = [\.animal?.legs == 4 => \.sound <= "woof"]
    var context = RuleContext(model)
    context.animal = Animal()
    #expect(try context.value(for: \.sound) == "woof")
    #expect(context.explain(\.sound).description.contains("legs"))
  }

  @Test func `members know their types`() {
    #expect(Todo.ruleMembers["isUrgent"]?.valueType == Bool.self)
    #expect(Todo.ruleMembers["title"]?.valueType == String.self)
    #expect(Todo.ruleMembers["titl"] == nil)
    #expect(RuleMembers<Todo>([])["a"] == nil)
  }

  @Test func `a type that lists the members of another has none`() throws {
    let wrong = try #require(view(of: Misdeclared()))
    #expect(wrong.keys.isEmpty && wrong.count == 0)
    #expect(
      text(wrong.member(.string("self"))) == "unknown [] `Misdeclared` lists the members of `Int`")
  }
}

extension LuaValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
