import LuaRules
import Testing

/// The order of candidates against a naive sort.
struct CandidateOrderTests {
  /// A rule and what its place follows from.
  private struct Sample {
    var number: Int
    var priority: Int
    var complexity: Int
    var text: String
  }

  /// Predicates that hold in the context, with their complexity.
  private static let predicates: [(text: String, complexity: Int)] = [
    ("", 0), ("when = true,", 0), ("when = { a = 1 },", 1), ("when = { a = 1, b = 2 },", 2),
    ("when = { a = { 1, 5 }, b = 2, d = { e = 3 } },", 3),
    ("when = function(c) return c.a == 1 end,", 1),
    ("when = function(c) return c.a == 1 and c.b == 2 end,", 2),
    ("when = function(c) return (c.a == 1 and c.b == 2) or c.d.e == 4 end,", 1),
    ("when = function(c) return not (c.a == 2 or c.b == 1) end,", 2),
    ("when = { a = 1 }, complexity = 4,", 4),
    ("when = function(c) if c.a == 1 then return c.d.e == 3 end return false end,", 2),
  ]
  private static let priorities: [(text: String, number: Int)] = [
    ("", 100), ("priority = 'high',", 150), ("priority = 'low',", 50), ("priority = -3,", -3),
    ("priority = 100,", 100), ("priority = 'fallback',", 0), ("priority = 101,", 101),
  ]

  @Test(arguments: UInt64(1)...60)
  func `candidates come in the order of a naive sort`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let count = Int.random(in: 1...14, using: &random)
    var samples: [Sample] = []
    for number in 0..<count {
      let predicate = Self.predicates.randomElement(using: &random) ?? ("", 0)
      let priority = Self.priorities.randomElement(using: &random) ?? ("", 100)
      var text = "{ key = 'answer', \(priority.text) \(predicate.text) "
      text += "value = function(c) return not c.skipped[\(number + 1)] and \(number) or nil end }"
      var complexity = predicate.complexity
      if Int.random(in: 0..<4, using: &random) == 0 {
        text = "{ when = { d = { e = 3 } }, rules = { \(text) } }"
        complexity += 1
      }
      samples.append(
        Sample(number: number, priority: priority.number, complexity: complexity, text: text))
    }
    samples.shuffle(using: &random)
    let parts = Int.random(in: 1...4, using: &random)
    var files = Array(repeating: [Sample](), count: parts)
    for sample in samples { files[Int.random(in: 0..<parts, using: &random)].append(sample) }
    let sources = files.map { file in
      RuleSource(text: "return {\n" + file.map { $0.text + ",\n" }.joined() + "}")
    }
    // Enumerated, as Swift's sort promises no stability.
    let expected = files.flatMap(\.self).enumerated().sorted { left, right in
      if left.element.priority != right.element.priority {
        return left.element.priority > right.element.priority
      }
      if left.element.complexity != right.element.complexity {
        return left.element.complexity > right.element.complexity
      }
      return left.offset < right.offset
    }.map(\.element.number)

    let model = try RuleModel(sources: sources)
    var skipped = Array(repeating: false, count: count)
    var found: [Int] = []
    for _ in 0..<count {
      var context = RuleContext(model)
      try context.setValues(json: #"{"a": 1, "b": 2, "d": {"e": 3}}"#)
      context["skipped"] = skipped
      let number = try context.value(at: "answer", as: Int.self)
      found.append(number)
      skipped[number] = true
    }
    #expect(found == expected)
  }
}
