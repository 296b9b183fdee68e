import LuaBridge
import LuaRules
import Synchronization

/// Whole models with plans and without: the same answer, or the same error to the letter.
struct AnswerDifferential {
  let text: String
  private let planned: RuleModel
  private let unplanned: RuleModel

  /// Makes a model of random rules, for one key many.
  init(seed: UInt64) throws {
    var writer = RandomLua(seed: seed)
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &writer.random) == 0 }
    let start = Int.random(in: 0..<Self.atoms.count, using: &writer.random)
    let width = Int.random(in: 1...Self.atoms.count, using: &writer.random)
    func atom() -> String {
      Self.atoms[(start + Int.random(in: 0..<width, using: &writer.random)) % Self.atoms.count]
    }
    func predicate() -> String {
      switch Int.random(in: 0...9, using: &writer.random) {
      case 0, 1: writer.function(isPredicate: true)
      case 2: "function(c) return \(atom()) and \(atom()) end"
      case 3: "function(c) return \(atom()) or \(atom()) end"
      case 4: "{ a = { 1, 'low', 7 }, todo = { priority = 'low' } }"
      case 5: "{ todo = { priority = { 'low', 'high' } } }"
      default: "function(c) return \(atom()) end"
      }
    }
    func value() -> String {
      switch Int.random(in: 0...7, using: &writer.random) {
      case 0, 1: writer.function(isPredicate: false)
      case 2: "function(c) return \(atom()) and c.a or nil end"
      case 3: "function(c) return c.k\(Int.random(in: 0..<4, using: &writer.random)) end"
      case 4: "function(c) return c.todo.priority end"
      default: "\(Int.random(in: 0...99, using: &writer.random))"
      }
    }
    var text = RandomLua.prelude + "\nreturn {\n"
    // Where some rule's key is a path, members are read in another way.
    text +=
      RandomContext.rules.split(separator: "\n")
      .filter { seed % 2 == 0 || !$0.contains("person.status") }.joined(separator: "\n") + "\n"
    for key in 0..<4 {
      for _ in 0..<Int.random(in: 1...(key == 0 ? 40 : 6), using: &writer.random) {
        text += "{ key = \"k\(key)\", "
        if !chance(12) { text += "when = \(predicate()), " }
        text += "value = \(value()) },\n"
      }
    }
    self.text = text + "}"
    let granted = RuleSource(text: self.text, grant: Self.grant)
    let isGranted = seed % 3 != 0 && (try? RuleModel(sources: [granted])) != nil
    var sources = [isGranted ? granted : RuleSource(text: self.text)]
    if seed % 3 == 2 { sources.append(RuleSource(text: self.text, name: "host.lua")) }
    planned = try RuleModel(sources: sources, options: RuleOptions(plan: .native))
    unplanned = try RuleModel(sources: sources, options: RuleOptions(plan: .lua))
  }

  /// What some of the rules may read: all that they do, of many objects in parts.
  private static let grant = Grant(
    read: .names(
      "a", "b", "d", "todo.priority", "todo.count", "todo.done", "todo.note", "todo.inner.name",
      "todo.misspelt", "person.name", "person.status", "person.inner", "person.upper", "list",
      "plain.title",
      "plain.rank", "plain.ratio", "plain.isOn", "plain.kind", "plain.note", "plain.shout",
      "plain.missing", "shared.count", "k0", "k1", "k2", "k3", "fromRule", "fromOther", "broken",
      "circle", "nobody", "unknown"))

  /// Tests that come in rows with the same path, as rules do.
  static let atoms =
    PlanDifferential.atoms + [
      "c.plain.title == 'low'", "c.plain.title == 'high'", "c.plain.title == '7'",
      "c.plain.rank < 3", "c.plain.rank >= 7", "c.plain.rank == 7", "c.plain.kind == 'one'",
      "c.plain.kind == 'two'", "c.plain.ratio > 0.5", "c.plain.isOn", "c.plain.note == 'low'",
      "c.plain.shout == 'LOW'", "c.plain.missing", "c.shared.count == 1", "c.shared.count > 0",
      "c.k1 == 7", "c.k2", "c.broken", "c.circle", "c.nobody", "c.k3 ~= nil",
    ]

  /// What a context says, with the error in full.
  private static func outcome(_ context: RuleContext, _ key: String) -> String {
    do {
      let answer = try context.answer(at: key, as: LuaValue.self)
      let place = answer.location.map { "\($0)" } ?? ""
      return "\(answer.source) \(place) \(text(answer.value))"
    } catch {
      var error = error
      if error.code == .budget { error.traceback = [] }
      let traceback = error.traceback.map { "\($0.message) \($0.location.map { "\($0)" } ?? "")" }
      return "\(error) \(error.code.rawValue) \(traceback)"
    }
  }

  private static func typed<Value>(
    _ context: RuleContext, _ key: String, _ defaultValue: @escaping @Sendable () -> Value
  ) -> String {
    do {
      return "\(try context.value(for: RuleKey<Value>(key, default: defaultValue())))"
    } catch {
      var error = error
      // Where native code has read the key whose budget ran out, the outer frames are missing.
      if error.code == .budget { error.traceback = [] }
      return "\(error)"
    }
  }

  private static func typed(_ context: RuleContext, _ key: String) -> String {
    [
      typed(context, key) { -1 }, typed(context, key) { "none" }, typed(context, key) { -0.5 },
      typed(context, key) { Bool?.none },
    ].joined(separator: "; ")
  }

  private static func text(_ value: LuaValue) -> String {
    if case .number(let number) = value {
      return number.isNaN ? "nan" : "float \(number.bitPattern)"
    }
    return value.literal
  }

  /// Returns what the two say of a context, where that is not the same.
  func mismatch(in context: RuleContext, _ key: String) -> String? {
    var first = context
    first.model = planned
    var second = context
    second.model = unplanned
    let answers = (Self.outcome(first, key), Self.outcome(second, key))
    // A constant that was converted once is given in a shorter way.
    let typed = [first, first, second].map { Self.typed($0, key) }
    if typed[0] != typed[2] || typed[1] != typed[2] { return "\(key): typed \(typed)" }
    guard answers.0 != answers.1 else { return nil }
    return "\(key): planned \(answers.0), by Lua \(answers.1)"
  }

  /// Asks all keys in random contexts.
  static func mismatches(seed: UInt64, contexts: Int, _ cases: inout Int) throws -> [String] {
    let rules = try AnswerDifferential(seed: seed)
    var writer = RandomContext(seed: seed ^ 0x5A5A)
    var found: [String] = []
    for round in 0..<contexts {
      var context = writer.context(.empty)
      if round % 8 != 0 { context["plain"] = PlainObject.random(&writer.random) }
      if round % 3 == 0, let plain = context["plain"] as? PlainObject {
        context["plain"] = plain.table
      }
      if round % 5 != 0 { context["shared"] = SharedObject(count: round % 3) }
      context.wantsTraceback = round % 4 == 0
      if round % 6 == 0 { context.budgetCap = Budget(depth: 1 + round % 4) }
      for key in 0..<4 {
        cases += 1
        if let mismatch = rules.mismatch(in: context, "k\(key)") {
          found.append("seed \(seed), context \(round), \(mismatch)\n\(rules.text)")
        }
      }
    }
    return found
  }
}

/// A value whose members are stored, so that they are read where they stand.
struct PlainObject: RuleObject {
  enum Kind: String, Sendable, CaseIterable { case one, two, three }

  var title: String
  var rank: Int
  var ratio: Double
  var isOn: Bool
  var kind: Kind
  var note: String?

  static let ruleMembers: RuleMembers<PlainObject> = [
    .init("title", \.title), .init("rank", \.rank), .init("ratio", \.ratio),
    .init("isOn", \.isOn), .init("kind", \.kind), .init("note", \.note),
    .init("shout") { $0.title.uppercased() },
  ]

  /// The same, and what else there may be, as JSON gives it.
  var table: LuaValue {
    var fields: [(name: String, value: LuaValue)] = [
      ("isOn", .boolean(isOn)), ("kind", .string(kind.rawValue)), ("rank", .integer(Int64(rank))),
      ("ratio", .number(ratio)), ("title", .string(title)),
    ]
    if rank == 0 { fields.removeAll { $0.name == "kind" } }
    if let note { fields.insert(("note", .table(LuaTable(elements: [.string(note)]))), at: 2) }
    return .table(LuaTable(fields: fields))
  }

  static func random(_ random: inout SplitMix) -> PlainObject {
    PlainObject(
      title: ["low", "high", "7", "", "é", "e\u{301}"].randomElement(using: &random) ?? "",
      rank: [0, 1, 3, 7, .max, .min].randomElement(using: &random) ?? 0,
      ratio: [0, 0.5, 1, .nan, .infinity].randomElement(using: &random) ?? 0,
      isOn: Bool.random(using: &random), kind: Kind.allCases.randomElement(using: &random) ?? .one,
      note: Bool.random(using: &random) ? nil : "low")
  }
}

/// An object that others may change meanwhile.
final class SharedObject: RuleObject, Sendable {
  private let content: Mutex<Int>

  var count: Int { content.withLock { $0 } }

  init(count: Int) { content = Mutex(count) }

  func add() { content.withLock { $0 += 1 } }

  static let ruleMembers: RuleMembers<SharedObject> = [.init("count") { $0.count }]
}
