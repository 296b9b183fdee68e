import LuaRules

@testable import DirectToWeb

extension PageTexts {
  /// The texts without rules.
  static let english = PageTexts(context: RuleContext(.empty))
}
