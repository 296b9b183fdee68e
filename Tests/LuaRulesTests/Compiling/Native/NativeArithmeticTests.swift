import Testing

@testable import LuaRules

struct NativeArithmeticTests {
  static let operations = [
    "a + b", "a - b", "a * b", "a / b", "a // b", "a % b", "a & b", "a | b", "a ~ b", "a << b",
    "a >> b", "-a", "~a", "a == b", "a ~= b", "a < b", "a <= b", "a > b", "a >= b", "a .. b",
    "#a", "not a", "a + 1", "a - 3", "1 - a", "a * 2.5", "a % 3", "a % -3", "a // 2", "a // 0",
    "a % 0", "a % 0.0", "a << 3", "3 << a", "a >> 2", "a & 7", "a < 3", "a <= 2.5", "3 < a",
    "a >= 7.0", "a == 7", "a ~= 7.0", "a .. 'x' .. b",
  ]

  static let values: [any Sendable] = [
    0, 1, -1, 2, 7, -7, 63, 64, 65, -64, Int64.max, Int64.min, 9_007_199_254_740_993, 0.0, -0.0,
    1.0, -1.5, 0.5, 7.0, 0.1, 1e15, 1e100, 123_456_789_012_345.6, 1.000_000_000_000_05, 0x1p63,
    -0x1p63, 0x1p-1074, 1e-200, -1.5e-200, Double.infinity, -Double.infinity, Double.nan, "7",
    "low", "", true,
  ]

  @Test(arguments: operations)
  func `each operation on each two values gives what Lua gives`(operation: String) throws {
    let text =
      "return { { key = \"k\", value = function(c) local a, b = c.a, c.b "
      + "return \(operation) end } }"
    let model = try RuleModel(text: text, options: RuleOptions(plan: .lua))
    let core = try #require(model.current.first)
    guard case .function(let number) = core.rules[0].assignment else { return }
    let (native, builder) = try core.withState { state in
      let outside = StateCapturedValues(state)
      var builder = DecisionBuilder(outside: outside)
      let function = try #require(outside.code(ofFunction: number))
      return (builder.build(function, number: number), builder)
    }
    let entry = try #require(native.entry)
    var decided = 0
    for left in Self.values {
      for right in Self.values {
        var context = RuleContext(model)
        context.values.set(left, for: "a")
        context.values.set(right, for: "b")
        let value = try Evaluation.with(context) { evaluation -> NativeValue? in
          var reader = RecordingReader(evaluation, builder.paths)
          return switch builder.code.result(from: entry, reader: &reader) {
          case .constant(let number): builder.code.constants[Int(number)]
          case .value(let result): result
          case .path, .undecided: nil
          }
        }
        guard let value else { continue }
        decided += 1
        let expected: String
        do {
          expected = try Evaluation.with(context) { evaluation throws(RuleError) in
            guard case .lua(let value) = try evaluation.answer(KeyID("k"))?.rawAnswer else {
              return ""
            }
            return Differential.Batch.text(NativeValue(value))
          }
        } catch { expected = error.message }
        #expect(Differential.Batch.text(value) == expected, "\(left) \(right)")
      }
    }
    #expect(decided > 0)
  }
}
