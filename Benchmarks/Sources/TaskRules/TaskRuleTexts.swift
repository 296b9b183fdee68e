/// The rule files that are asked.
public enum TaskRuleTexts {
  /// Three rules for the color, over a member of what is set.
  public static func colors(by member: String) -> String {
    """
    return {
      { key = "color", when = function(c) return c.\(member) == "low" end, value = "gray" },
      { key = "color", when = function(c) return c.\(member) == "high" end, value = "red" },
      { key = "color", when = function(c) return c.\(member) == "normal" end, value = "black" },
    }
    """
  }

  /// One rule, which gives a color where a condition holds.
  public static func gray(when condition: String) -> String {
    """
    return {
      { key = "color", when = function(c) return \(condition) end, value = "gray" },
    }
    """
  }

  /// One rule, which computes the value of a key.
  public static func value(of key: String, _ expression: String) -> String {
    """
    return {
      { key = "\(key)", value = function(c) return \(expression) end },
    }
    """
  }

  /// Two rules, of which the first looks at a member that is computed.
  public static let computed = """
    return {
      { key = "color", when = function(c) return c.ticket.isUrgent end, value = "red" },
      { key = "color", when = function(c) return c.ticket.priority == "low" end, value = "gray" },
    }
    """

  /// A key whose rule reads a key whose rule reads a member.
  public static let chain = """
    return {
      { key = "title", value = function(c) return c.task.title end },
      { key = "nav", value = function(c) return c.title end },
    }
    """

  /// Three rules that only Lua can decide, of which the last holds for "Buy beer".
  public static let methods = """
    return {
      { key = "color", rules = {
        { when = function(c) return c.task.title:upper() == "BUY MILK" end, value = "red" },
        { when = function(c) return c.task.title:sub(1, 4) == "Sell" end, value = "black" },
        { when = function(c) return c.task.title:lower() == "buy beer" end, value = "gray" },
      } },
    }
    """

  /// What an order costs: a loop over a list of structs.
  public static let total = """
    return {
      { key = "total", value = function(c)
        local sum = 0
        for _, line in ipairs(c.order.lines) do sum = sum + line.price * line.count end
        return sum
      end },
    }
    """

  /// A color by the third of the task's tags: a loop over a list of strings.
  public static let tagged = """
    return {
      { key = "color", when = function(c)
        for _, tag in ipairs(c.task.tags) do
          if tag == "party" then return true end
        end
      end, value = "gray" },
    }
    """

  /// A constant list.
  public static let labels = """
    return {
      { key = "labels", when = { task = { priority = "low" } }, value = { "plain", "small" } },
    }
    """

  /// What a request asks: eight keys that plans answer.
  public static let planned = """
    return {
      { key = "color", rules = {
        { when = function(c) return c.task.priority == "low" end, value = "gray" },
        { when = function(c) return c.task.priority == "high" end, value = "red" },
        { when = function(c) return c.task.priority == "normal" end, value = "black" },
      } },
      { key = "title", when = function(c) return c.task.title == "SOON" end, value = "Can wait." },
      { key = "title", value = function(c) return c.task.title end },
      { key = "nav", value = function(c) return c.title end },
      { key = "badge", when = function(c) return c.task.rank > 10 end, value = 2 },
      { key = "badge", when = function(c) return c.task.rank > 3 end, value = 1 },
      { key = "icon", rules = {
        {
          when = function(c) return c.settings.theme == "dark" and c.task.place.city == "Rome" end,
          value = "moon",
        },
      } },
      { key = "canEdit", rules = {
        { when = function(c) return c.user.isAdmin or c.user.name == "Ann" end, value = true },
      } },
      { key = "retries", value = function(c) return 3 - c.attempt end },
      { key = "currency", when = function(c) return c.region == "US" end, value = "USD" },
      { key = "currency", when = function(c) return c.region == "EU" end, value = "EUR" },
    }
    """

  /// The same, and three keys that Lua is run for.
  public static let mixed = planned.replacing(
    "\n}",
    with: """

        { key = "greeting", value = function(c) return "Hello " .. c.user.name:upper() end },
        { key = "section", rules = {
          { when = function(c) return c.task.title:sub(1, 3) == "Buy" end, value = "shopping" },
        } },
        { key = "zone", when = function(c) return c.region:lower() == "eu" end, value = "europe" },
      }
      """)

  /// So many rules with one function in a line.
  public static func oneFunction(_ count: Int) -> String {
    file(count) { String($0) }
  }

  /// So many rules with two functions in a line.
  public static func twoFunctions(_ count: Int) -> String {
    file(count) { _ in "function(c) return c.task.rank end" }
  }

  private static func file(_ count: Int, _ value: (Int) -> String) -> String {
    var text = "return {\n"
    for number in 1...count {
      text += "  { key = \"number\", when = function(c) return c.task.title == \"t\(number)\" end, "
      text += "value = \(value(number)) },\n"
    }
    return text + "}\n"
  }
}
