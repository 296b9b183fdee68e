import LuaRules
import LuaRulesTools
import Testing

/// Imported conditions against an interpreter that knows nothing of Lua.
struct ImportDifferentialTests {
  private static let paths = ["a", "b", "n", "m", "o.a", "o.n", "o.p.a", "o.p.n"]
  private static let numbers = ["n", "m", "o.n", "o.p.n"]
  private static let texts = ["", "x", "xy", "Xy.z", "äy", "x*"]
  private static let patterns = ["*", "?", "x*", "*y*", "?y*", "X?.z", "xy", "*.?", "x*y?z", "Ä*"]

  private static func scalar(_ random: inout SeededGenerator) -> Datum {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .null
    case 1: .flag(Bool.random(using: &random))
    case 2...4: .number(Int.random(in: -1...3, using: &random))
    default: .text(texts.randomElement(using: &random) ?? "")
    }
  }

  private static func number(_ random: inout SeededGenerator) -> Datum {
    Int.random(in: 0..<4, using: &random) == 0
      ? .null : .number(Int.random(in: -1...3, using: &random))
  }

  private static func context(_ random: inout SeededGenerator) -> Datum {
    func object(_ inner: Datum?) -> Datum {
      if Int.random(in: 0..<4, using: &random) == 0 { return .null }
      var members = ["a": scalar(&random), "n": number(&random)]
      members["p"] = inner
      return .object(members)
    }
    let elements = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
      Datum.number(Int.random(in: 0...2, using: &random))
    }
    return .object([
      "a": scalar(&random), "b": scalar(&random), "n": number(&random), "m": number(&random),
      "list": Bool.random(using: &random) ? .list(elements) : .null, "o": object(object(nil)),
    ])
  }

  private static func condition(_ depth: Int, _ random: inout SeededGenerator) -> Condition {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "a" }
    switch Int.random(in: 0..<(depth > 0 ? 16 : 9), using: &random) {
    case 0: return .constant(Bool.random(using: &random))
    case 1, 2: return .test(path: pick(paths), sign: pick(["=", "!="]), scalar(&random))
    case 3:
      let datum = Datum.number(Int.random(in: 0...2, using: &random))
      return .test(path: pick(numbers), sign: pick(["<", "<=", ">", ">="]), datum)
    case 4: return .pair(path: pick(paths), sign: pick(["=", "!="]), other: pick(paths))
    case 5: return .pair(path: pick(numbers), sign: pick(["<", ">="]), other: pick(numbers))
    case 6:
      return .like(
        path: pick(paths), pattern: pick(patterns.filter { $0 != "Ä*" }),
        ignoresCase: Bool.random(using: &random))
    case 7:
      let list = (0..<Int.random(in: 0..<4, using: &random)).map { _ in scalar(&random) }
      return .within(path: pick(paths), list)
    case 8: return .inside(path: pick(numbers), list: "list")
    case 9, 10: return .not(condition(depth - 1, &random))
    case 11, 12: return .or(condition(depth - 1, &random), condition(depth - 1, &random))
    default: return .and(condition(depth - 1, &random), condition(depth - 1, &random))
    }
  }

  @Test(arguments: 1...UInt64(8))
  func `imported conditions hold when classic ones do`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let conditions = (0..<60).map { _ in Self.condition(3, &random) }
    let text = conditions.enumerated().map { number, condition in
      "\(condition.text(inside: 1, &random)) => k\(number) = true\n*true* => k\(number) = false; low\n"
    }.joined()
    let model = try RuleModel(text: DirectToWebImport.lua(from: text))
    for _ in 0..<40 {
      let datum = Self.context(&random)
      var context = RuleContext(model)
      try context.setValues(json: datum.json)
      for (number, condition) in conditions.enumerated() {
        let answer = try context.value(at: "k\(number)", as: Bool.self)
        if answer != condition.holds(in: datum) {
          Issue.record("\(condition.text(inside: 1, &random)) is \(answer) in \(datum.json)")
        }
      }
    }
  }

  @Test func `both outcomes are met`() {
    var random = SeededGenerator(seed: 1)
    let outcomes = (0..<400).map { _ in
      Self.condition(3, &random).holds(in: Self.context(&random))
    }
    #expect(outcomes.count(where: { $0 }) > 80)
    #expect(outcomes.count(where: { !$0 }) > 80)
  }
}
