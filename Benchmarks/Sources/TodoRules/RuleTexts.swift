/// The rule files that are asked.
public enum RuleTexts {
  /// Three rules for one key, a chain of two keys over a member, and a table.
  public static let fancy = """
    return {
      { key = "fancyColor", when = function(c) return c.todo.priority == "low" end, value = "gray" },
      { key = "fancyColor", when = function(c) return c.todo.priority == "high" end, value = "red" },
      { key = "fancyColor", when = function(c) return c.todo.priority == "normal" end, value = "black" },
      { key = "title", value = function(c) return c.todo.title end },
      { key = "navigationBarTitle", value = function(c) return c.title end },
      { key = "badge", value = function(c) return { text = c.todo.title, count = 3 } end },
    }
    """

  /// The rules for the color, with predicates that only Lua can decide.
  public static let method = fancy.replacing(
    "c.todo.priority ==", with: "c.todo.priority:lower() ==")

  /// The title for which a rule of ``equal(_:)`` holds.
  public static func title(_ number: Int) -> String { "t\(number)" }

  /// So many rules that compare one member with a string each.
  public static func equal(_ count: Int) -> String {
    file(count) { "function(c) return c.todo.title == \"\(title($0))\" end" }
  }

  /// So many rules over a range of numbers each.
  public static func range(_ count: Int) -> String {
    file(count) {
      "function(c) return c.todo.rank >= \(10 * $0) and c.todo.rank < \(10 * $0 + 10) end"
    }
  }

  /// A decision table over three inputs, one of which is in ranges: 3 priorities, 20 ranges of the rank, and titles.
  public static func table(_ count: Int) -> String {
    var text = """
      return { table { inputs = { "todo.priority", "todo.rank", "todo.title" }, outputs = { "number" }, rows = {

      """
    for number in 1...count {
      let priority = ["low", "normal", "high"][number % 3]
      let rank = 10 * (number / 3 % 20)
      text +=
        "  { \"\(priority)\", between(\(rank), \(rank + 10), \"[)\"), \"\(title(number / 60))\", \(number) },\n"
    }
    return text + "} } }\n"
  }

  /// What stock Lua needs before it can run ``table(_:)``.
  public static let stockTable = """
    local function between(lower, upper, ends) return { lower, upper, ends } end
    local function table(rows) return rows end

    """

  /// So many rules that only Lua can decide; the last one holds for "Buy beer".
  public static func opaque(_ count: Int) -> String {
    file(count) { "function(c) return c.todo.title:len() + \($0) == \(count + 8) end" }
  }

  private static func file(_ count: Int, _ predicate: (Int) -> String) -> String {
    var text = "return {\n"
    for number in 1...count {
      text += "  { key = \"number\", when = \(predicate(number)), value = \(number) },\n"
    }
    return text + "}\n"
  }
}
