---@meta luarules
--- What rule files find in their environment, for editors that speak LuaLS.
--- Write `---@type Rules` above the `return` of a rule file, `---@type RuleTests` above that of tests.

--- The explicit nothing: "no value", and no other rule is asked.
---@class Null
---@type Null
null = nil

--- The functions of the program.
---@type table<string, fun(...: any): any>
host = {}

--- What rules look at: `c.title`. The keys are those that the program sets or declares, and those
--- that rules answer for.
---@class Context
---@field [string] any

---@alias Condition fun(c: Context): any
---@alias Constant string | number | boolean | Null
--- What a pattern requires of a value, such as `at_least(18)`.
---@class PatternCondition
--- A leaf of a pattern: a constant, a condition, or a list of them, one of which must hold.
---@alias Leaf Constant | PatternCondition | (Constant | PatternCondition)[]
--- Names with what their values must be.
---@class Pattern
---@field [string] Leaf | Pattern

---@param date string ISO 8601; a day, or an instant with its time zone.
---@return PatternCondition
function after(date) end

---@param conditions (Constant | PatternCondition)[]
---@return PatternCondition
function all_of(conditions) end

---@param conditions (Constant | PatternCondition)[]
---@return PatternCondition
function any_of(conditions) end

---@param bound number | string
---@return PatternCondition
function at_least(bound) end

---@param bound number | string
---@return PatternCondition
function at_most(bound) end

---@param date string ISO 8601; a day, or an instant with its time zone.
---@return PatternCondition
function before(date) end

---@generic T: number | string
---@param lower T
---@param upper T
---@param ends? "[]" | "[)" | "(]" | "()"
---@return PatternCondition
function between(lower, upper, ends) end

--- A list with an element, or a text with a part.
---@param part Constant
---@return PatternCondition
function contains(part) end

---@param text string
---@return PatternCondition
function ends_with(text) end

---@param value Constant
---@return PatternCondition
function is_not(value) end

---@param bound number | string
---@return PatternCondition
function less_than(bound) end

---@param pattern string A pattern of Lua, such as `"^%u%d+$"`.
---@return PatternCondition
function matches(pattern) end

---@param bound number | string
---@return PatternCondition
function more_than(bound) end

---@param constants Constant[]
---@return PatternCondition
function none_of(constants) end

---@param constants Constant[]
---@return PatternCondition
function one_of(constants) end

---@param text string
---@return PatternCondition
function starts_with(text) end

--- A decision table: `table { inputs = { … }, outputs = { … }, rows = { … } }`.
---@class tablelib
---@operator call(Rule): Rule

---@alias Value Constant | table | fun(c: Context): any
---@alias PriorityName "important" | "very high" | "high" | "normal" | "default" | "low" | "very low" | "fallback"

--- A condition with an assignment, or a group of rules.
---@class Rule
---@field key? string The name that the rule answers for; with dots, a path.
---@field value? Value The answer, or the function that gives it; `nil` declines.
---@field when? Condition | Pattern | boolean Without it the rule always holds.
---@field set? table<string, Value> Several keys with their values, instead of `key` and `value`.
---@field priority? integer | PriorityName The higher, the earlier; `normal`, 100, by default.
---@field complexity? integer Replaces the number of conditions counted in `when`.
---@field name? string What the rule is called.
---@field doc? string What the rule is for.
---@field inputs? string[] The columns of a decision table that are tested: names, or paths.
---@field outputs? string[] The columns with values: keys.
---@field rows? any[][] The rows of a decision table, with a cell for each column; `"-"` tests nothing.
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
