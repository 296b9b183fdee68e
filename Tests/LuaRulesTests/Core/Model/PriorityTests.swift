import LuaRules
import Testing

struct PriorityTests {
  static let names: [(String, Int)] = [
    ("important", 1000), ("very high", 200), ("high", 150), ("normal", 100), ("default", 100),
    ("low", 50), ("very low", 5), ("fallback", 0),
  ]

  /// Each name in every way of writing that rules may use.
  static let spellings: [(String, Int)] = names.flatMap { name, number in
    let words = name.split(separator: " ").map(String.init)
    let camel = words[0] + words.dropFirst().map(\.capitalized).joined()
    return [
      name, name.uppercased(), name.capitalized, camel, camel.capitalized,
      words.joined(separator: "_"), words.joined(separator: "_").uppercased(),
    ].map { ($0, number) }
  }

  @Test(arguments: spellings)
  func `a name is a number, in any case and spelling`(name: String, number: Int) throws {
    // Between rules of the numbers next to it, the named one has exactly its place.
    for (other, winner) in [(number - 1, "named"), (number, "other"), (number + 1, "other")] {
      let rules = try model(
        """
        { key = "answer", priority = \(other), value = "other" },
        { key = "answer", priority = "\(name)", value = "named" },
        """)
      #expect(try RuleContext(rules).value(at: "answer", as: String.self) == winner)
    }
  }

  @Test(arguments: [99, 100, 101])
  func `without a priority a rule is normal`(other: Int) throws {
    let rules = try model(
      "{ key = 'answer', priority = \(other), value = \(other) }, { key = 'answer', value = 0 },")
    #expect(
      try RuleContext(rules).value(at: "answer", as: Int.self) == (other == 99 ? 0 : other))
  }

  @Test(arguments: ["-32768", "32767", "3.0", "0", "-1", "2^10"])
  func `an integer in range is a priority`(number: String) {
    #expect(
      loading("return { { key = 'a', priority = \(number), value = 1 } }") == "1 rules")
  }

  @Test(arguments: [
    ("-32769", "-32769", nil), ("32768", "32768", nil), ("1.5", "1.5", nil),
    ("0/0", "nan", nil), ("math.huge", "inf", nil), ("true", "true", nil), ("{}", "a table", nil),
    ("\"hihg\"", "\"hihg\"", "high"), ("\"very hig\"", "\"very hig\"", "very high"),
    ("\"\"", "\"\"", nil), ("\"150\"", "\"150\"", nil),
    ("math.mininteger", "-9223372036854775808", nil),
  ])
  func `anything else is an error with its line`(
    written: String, shown: String, suggestion: String?
  ) {
    let hint = suggestion.map { "\n  hint: did you mean \"\($0)\"?" } ?? ""
    #expect(
      loading("return {\n  { key = 'a', value = 1,\n    priority = \(written) },\n}")
        == "rules.lua:3: error: `priority` is \(shown); expected an integer from -32768 to 32767, "
        + "or one of important, very high, high, normal, default, low, very low, fallback "
        + "[bad-priority]" + hint)
  }
}
