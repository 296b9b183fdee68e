#if Macros
  public import LuaRules

  /// Makes a model of rules in Swift that explanations and errors call by their file and line.
  ///
  /// ```swift
  /// let defaults = #rules(
  ///   \.todo?.priority == .low => \.fancyColor <= .gray,
  ///   \.title <= \.todo?.title,
  /// )
  /// ```
  ///
  /// Else it is the same as the list that it would be in brackets.
  ///
  /// - Parameter rules: The rules, in their order of declaration.
  @freestanding(expression)
  public macro rules(_ rules: SwiftRule...) -> RuleModel =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RulesMacro")
#endif
