/// The annotations of rule files, with placeholders for the parts that depend
/// on a schema.
///
/// INVARIANT: with ``open`` parts the text is that of `lua/luarules.lua`.
struct AnnotationParts {
  /// The type of the table `host`.
  var host: String
  /// The class of the context, and the classes that it needs.
  var context: String
  /// The type of the names of keys; `nil` for any string.
  var key: String?

  /// The parts for rules without a schema.
  static let open = AnnotationParts(
    host: "---@type table<string, fun(...: any): any>\n",
    context: """
      --- What rules look at: `c.title`. The keys are those that the program sets or declares, and those
      --- that rules answer for.
      ---@class Context
      ---@field [string] any

      """)

  /// The text of the annotations.
  var text: String {
    let keyAlias = key.map { "---@alias Key \($0)\n" } ?? ""
    let keyType = key == nil ? "string" : "Key"
    return """
      ---@meta luarules
      --- What rule files find in their environment, for editors that speak LuaLS.
      --- Write `---@type Rules` above the `return` of a rule file, `---@type RuleTests` above that of tests.

      --- The explicit nothing: "no value", and no other rule is asked.
      ---@class Null
      ---@type Null
      null = nil

      --- The functions of the program.
      \(host)host = {}

      \(context)
      \(keyAlias)---@alias Condition fun(c: Context): any
      ---@alias Constant string | number | boolean | Null
      --- Names with the values that they must have; a list means one of its values.
      ---@class Pattern
      ---@field [string] Constant | Constant[] | Pattern

      ---@alias Value Constant | table | fun(c: Context): any
      ---@alias PriorityName "important" | "very high" | "high" | "normal" | "default" | "low" | "very low" | "fallback"

      --- A condition with an assignment, or a group of rules.
      ---@class Rule
      ---@field key? \(keyType) The name that the rule answers for; with dots, a path.
      ---@field value? Value The answer, or the function that gives it; `nil` declines.
      ---@field when? Condition | Pattern | boolean Without it the rule always holds.
      ---@field set? table<string, Value> Several keys with their values, instead of `key` and `value`.
      ---@field priority? integer | PriorityName The higher, the earlier; `normal`, 100, by default.
      ---@field complexity? integer Replaces the number of conditions counted in `when`.
      ---@field name? string What the rule is called.
      ---@field doc? string What the rule is for.
      ---@field rules? Rule[] Nested rules, which inherit `key`, `priority` and this `when`.

      --- What a rule file returns: a list of rules, or one group.
      ---@alias Rules Rule[] | Rule

      --- A test, or a table of tests that share what is said in it.
      ---@class RuleTest
      ---@field [1]? string What the test is called.
      ---@field context? table<string, any> What is set.
      ---@field expect? table<string, any> | string[] Keys with their values; with `given`, the keys only.
      ---@field errors? table<string, string | true> Keys that fail: a code, or a part of the message.
      ---@field cases? (RuleTest | any[])[] Further tests; with `given`, rows of values.
      ---@field given? string[] The paths that rows set, before the values that they expect.
      ---@field host? table<string, any> What stands in for functions of the program.
      ---@field skip? boolean | string The test is not run; the reason.

      --- What a file of tests returns, such as `todo.test.lua`: a list of tests.
      ---@class RuleTests
      ---@field [integer] RuleTest
      ---@field rules? string[] The rules that are tested, by paths relative to the file.
      ---@field fallback? string[] The rules that are asked after them.
      ---@field context? table<string, any> What is set in all tests.
      ---@field host? table<string, any> What stands in for functions of the program in all tests.

      """
  }
}
