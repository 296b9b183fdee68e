#if Macros
  import LuaRulesMacrosExpansion
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  private struct RuleKeyMacro: RuleKeyExpanding {}
  private struct RuleKeysMacro: RuleKeysExpanding {}
  private struct RuleObjectMacro: RuleObjectExpanding {}
  private struct MarkerMacro: MarkerExpanding {}
  private struct RulesMacro: RulesExpanding {}

  private func macros(isConforming: Bool) -> [String: MacroSpec] {
    [
      "RuleKey": MacroSpec(type: RuleKeyMacro.self),
      "RuleKeys": MacroSpec(type: RuleKeysMacro.self),
      "RuleObject": MacroSpec(
        type: RuleObjectMacro.self, conformances: isConforming ? [] : ["RuleObject"]),
      "Hidden": MacroSpec(type: MarkerMacro.self),
      "Secret": MacroSpec(type: MarkerMacro.self),
      "Shown": MacroSpec(type: MarkerMacro.self),
      "rules": MacroSpec(type: RulesMacro.self),
    ]
  }

  /// Checks what becomes of code.
  ///
  /// `isConforming` says that the type is a `RuleObject` without the macro.
  func expectExpansion(
    of source: String, _ expanded: String, isConforming: Bool = false,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: expanded, macroSpecs: macros(isConforming: isConforming),
      indentationWidth: .spaces(2),
      failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
  }

  /// Checks what macros say about code, and what becomes of it when an editor mends it.
  func expectDiagnostics(
    of source: String, _ diagnostics: [DiagnosticSpec], fixed: String? = nil,
    isConforming: Bool = false, at location: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: "", diagnostics: diagnostics,
      macroSpecs: macros(isConforming: isConforming), fixedSource: fixed,
      indentationWidth: .spaces(2)
    ) { failure in
      // What the rest of the code becomes is looked at elsewhere.
      if failure.message.hasPrefix("Macro expansion did not produce the expected expanded") {
        return
      }
      Issue.record("\(failure.message)", sourceLocation: location)
    }
  }
#endif
