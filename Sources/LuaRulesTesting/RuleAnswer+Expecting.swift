import LuaRules

extension RuleAnswer where Value: Equatable {
  /// Returns whether an answer is the expected one.
  ///
  /// ```swift
  /// let answer = try context.answer(for: \.fancyColor)
  /// #expect(answer == .rule("calm", value: .gray))
  /// ```
  public static func == (answer: Self, expected: ExpectedAnswer<Value>) -> Bool {
    expected.accepts(answer)
  }

  /// Returns whether an answer is not the expected one.
  public static func != (answer: Self, expected: ExpectedAnswer<Value>) -> Bool {
    !expected.accepts(answer)
  }
}
