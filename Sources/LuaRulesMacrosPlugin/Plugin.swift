#if Macros
  import LuaRulesMacrosExpansion
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  // The compiler finds a macro by the names of its module and type.
  struct RuleKeyMacro: RuleKeyExpanding {}
  struct RuleKeysMacro: RuleKeysExpanding {}
  struct RuleObjectMacro: RuleObjectExpanding {}
  struct MarkerMacro: MarkerExpanding {}
  struct RulesMacro: RulesExpanding {}

  @main struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      RuleKeyMacro.self, RuleKeysMacro.self, RuleObjectMacro.self, MarkerMacro.self,
      RulesMacro.self,
    ]
  }
#else
  /// What a build without the trait makes of the plugin: nothing.
  @main enum Plugin {
    static func main() {}
  }
#endif
