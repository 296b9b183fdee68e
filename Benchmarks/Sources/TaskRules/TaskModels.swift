import LuaRules

/// The models that are asked, as a program makes them: live ones, with a schema.
public enum TaskModels {
  /// A live model of one file.
  public static func live(_ text: String, host: HostFunctions = [:]) throws -> LiveRuleModel {
    try LiveRuleModel(
      sources: [RuleSource(text: text, name: "task.lua")], schema: .task, host: host)
  }

  /// A live model of a file in which native code can decide every function.
  ///
  /// - Throws: `RuleError` that names the function that only Lua can decide.
  public static func planned(_ text: String) throws -> LiveRuleModel {
    let source = RuleSource(text: text, name: "task.lua", accept: .luaFree)
    _ = try RuleModel(sources: [source], schema: .task)
    return try live(text)
  }
}
