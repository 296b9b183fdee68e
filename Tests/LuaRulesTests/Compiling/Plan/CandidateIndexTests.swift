import LuaBridge
import Testing

@testable import LuaRules

struct CandidateIndexTests {
  static let atoms = [
    "c.a == 1", "c.a == 2", "c.a == 7", "c.a == 7.0", "c.a == '7'", "c.a ~= 1", "c.a", "not c.a",
    "c.a == nil", "c.a == true", "c.a == false", "1 == c.a", "(c.a == 1 or c.a == 2)",
    "(c.a == 'x' or c.a == 2)", "c.a ~= nil", "c.b == 1", "c.b == 'x'", "c.b", "not c.b",
    "c.a < 3", "c.a <= 3", "c.a > 3", "c.a >= 7", "3 < c.a", "c.a < 7.5", "c.a > 2.5",
    "c.a >= 2 and c.a < 7", "c.a > 1 and c.a <= 2", "c.a == 0/0", "c.a < 0/0", "c.a == c.b",
    "c.t.x == 1", "c.t and c.t.x == 1", "c.t ~= nil and c.t.x == 'x'", "c.t.x < 3",
    "(function() return false end)()", "true", "false", "c.a == 1 and tostring(c.b) == 'x'",
    "c.a == 'x' and not c.b", "c.a == null",
  ]

  static let values: [NativeValue] = [
    .nil, .boolean(true), .boolean(false), .integer(1), .integer(2), .integer(3), .integer(7),
    .float(7), .float(2.5), .float(.nan), .float(-0.0), .float(1e300), .string("7"),
    .string("x"), .string("low"), .view, .undecided, .bytes([0xFF]), .integer(.max),
  ]

  /// Random rows of predicates, so that equal heads come together.
  static func texts(_ random: inout SplitMix) -> [String] {
    var texts: [String] = []
    let start = Int.random(in: 0..<atoms.count, using: &random)
    let width = Int.random(in: 2...atoms.count, using: &random)
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      func atom() -> String {
        atoms[(start + Int.random(in: 0..<width, using: &random)) % atoms.count]
      }
      let operation = Bool.random(using: &random) ? "and" : "or"
      texts.append(
        Int.random(in: 0...2, using: &random) == 0 ? "(\(atom())) \(operation) (\(atom()))" : atom()
      )
    }
    return texts
  }

  @Test(arguments: 0..<6)
  func `a plan tries what holds or is undecided, and reads what is read without it`(batch: UInt64)
    throws
  {
    var random = SplitMix(state: batch)
    for _ in 0..<12 {
      let rules = try NativeRules(Self.texts(&random))
      let plan = rules.plan()
      for _ in 0..<60 {
        var values: [String: NativeValue] = [:]
        for name in ["a", "b", "t", "t.x"] {
          values[name] = Self.values.randomElement(using: &random)
        }
        let reader = TableReader(values, rules.paths)
        let answers = Bool.random(using: &random) ? Int.max : 1
        let naive = rules.naive(reader, reads: \.reads, answers: answers)
        #expect(rules.planned(plan, reader, reads: \.reads, answers: answers) == naive, "\(values)")
      }
    }
  }

  @Test
  func `a plan gives what the engine gives`() throws {
    var count = 0
    let mismatches = try PlanDifferential.mismatches(seeds: 0..<60, contexts: 20, &count)
    for mismatch in mismatches.prefix(5) { Issue.record("\(mismatch)") }
    #expect(count == 1200)
  }

  @Test(arguments: [10, 1000, 100_000])
  func `equality rules are looked up`(count: Int) throws {
    let rules = NativeRules(
      patterns: (0..<count).map { [(["todo", "id"], [.integer(Int64($0))])] })
    let plan = rules.plan()
    for wanted in [0, count / 2, count - 1, count] {
      let id = NativeValue.float(Double(wanted))
      var reader = TableReader(["todo.id": id], rules.paths)
      var tried: [Int] = []
      _ = plan.ask(rules.code, &reader) { number, isKnown, _ in
        tried.append(number)
        return isKnown
      }
      #expect(tried == (wanted < count ? [wanted] : []))
      #expect(reader.readCount == 1)
    }
    // One step for each rule, and one more for when the read is undecided.
    #expect(plan.steps.count <= 2 * count + 1)
  }

  @Test(arguments: [16, 1000, 20_000])
  func `two paths are looked up one after the other`(count: Int) throws {
    let rules = NativeRules(
      patterns: (0..<count).map {
        [
          (["kind"], [.string($0 % 2 == 0 ? "even" : "undecided")]),
          (["id"], [.integer(Int64($0))]),
        ]
      })
    let plan = rules.plan()
    var reader = TableReader(["kind": .string("undecided"), "id": .integer(7)], rules.paths)
    var tried: [Int] = []
    _ = plan.ask(rules.code, &reader) { number, _, _ in
      tried.append(number)
      return false
    }
    #expect(tried == [7])
    #expect(reader.readCount == 2)
    #expect(plan.steps.count <= 4 * count + 8)
  }

  @Test(arguments: [30, 1000, 30_000])
  func `alternating tests of a few paths are merged`(count: Int) throws {
    let rules = NativeRules(
      patterns: (0..<count).map { [(["p\($0 % 3)"], [.integer(Int64($0))])] })
    let plan = rules.plan()
    #expect(plan.first.end - plan.first.start == 1)
    let last = count - count % 3
    var values = ["p0": NativeValue.integer(Int64(last - 3)), "p1": .integer(1), "p2": .float(5)]
    let reader = TableReader(values, rules.paths)
    var tried = rules.planned(plan, reader, reads: \.reads).tried
    #expect(tried == ["1 yes", "5 yes", "\(last - 3) yes"])
    // Nothing is read before its turn: the answer comes before the third path is needed.
    let first = rules.planned(plan, reader, reads: \.reads, answers: 1)
    #expect(first.reads.count == 2)
    values["p2"] = .undecided
    tried = rules.planned(plan, TableReader(values, rules.paths), reads: \.reads).tried
    #expect(tried.count == 2 + count / 3)
  }

  @Test(arguments: [10, 1000])
  func `ranges are searched`(count: Int) throws {
    let rules = try NativeRules((0..<count).map { "c.age < \($0)" } + ["c.age >= \(count)"])
    let plan = rules.plan()
    for age in [-1, 0, count - 2, count - 1, count] {
      let reader = TableReader(["age": .integer(Int64(age))], rules.paths)
      let planned = rules.planned(plan, reader, reads: \.reads, answers: 1)
      #expect(planned == rules.naive(reader, reads: \.reads, answers: 1))
    }
    #expect(plan.steps.count <= count + 2)
  }

  @Test
  func `nothing comes after what always answers`() throws {
    let rules = try NativeRules(["c.a == 1", "true", "c.b == 2", "c.b == 3", "c.b == 4"])
    #expect(rules.plan(canDecline: false).steps.count == 2)
    #expect(rules.plan(canDecline: true).steps.count > 2)
  }
}
