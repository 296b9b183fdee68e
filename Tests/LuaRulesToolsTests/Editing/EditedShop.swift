import LuaRules
import LuaRulesTools

/// A project with all that an editor tells of.
enum EditedShop {
  static let schema = """
    { "properties": {
      "order": { "$ref": "#/$defs/order", "description": "What somebody buys." },
      "discount": { "type": "integer", "minimum": 0, "maximum": 50, "default": 0, "x-on-error": 1 },
      "color": { "enum": ["red", "green"], "description": "The color of the row." },
      "vip": { "type": "boolean", "default": false },
      "person": { "type": "object", "properties": { "status": { "type": "string" } } },
      "person.status": { "enum": ["new", "old"] } },
      "$defs": {
        "order": { "type": "object", "required": ["total", "channel", "lines"], "properties": {
          "total": { "type": "number", "exclusiveMinimum": 0 },
          "channel": { "enum": ["web", "shop"], "description": "Where it was ordered." },
          "lines": { "type": "array", "maxItems": 9, "items": { "$ref": "#/$defs/line" } } } },
        "line": { "type": "object", "properties": { "price": { "type": "integer" } } } } }
    """

  static let sums = """
    --- Sums of orders.
    local sums = {}

    --- Adds the prices of lines.
    function sums.prices(lines, most)
      return 1
    end

    sums.limits = 5
    return sums
    """

  static let rates = """
    -- Rates by channel.
    return { web = 5, steps = { first = 1 } }
    """

  static let rules = """
    local sums = require "sums"
    local rates = require "tables.rates"
    local format = string.format
    -- The most that is given.
    local most = 20
    local names = { web = "Web", shop = "Shop" }

    -- Whether an order is large.
    local function isLarge(o, limit)
      return o.total > limit
    end

    ---@type Rules
    return {
      { key = "discount", rules = {
        { when = { order = { channel = "web" } }, value = 5, priority = "very high" },
        { when = function(c) return isLarge(c.order, 100) and "shop" == c.order.channel end,
          value = host.rate }, -- check: ignore tie, overlap: known
        { value = function(c)
          local order = c.order or {}
          local text, count = "é" .. most, #order.lines
          for position, line in ipairs(order.lines) do
            if line.price > most then count = sums.prices(order.lines) + position end
          end
          return rates.steps.first + rates.web + sums.limits + count
        end },
      } },
      { key = "color", when = { vip = true }, value = "red", name = "vips" },
      { key = "person.status", value = function(c)
        local name = format("%s", names.web)
        return (c.order or {}).channel == "web" and name:upper() == null and "new"
      end },
      { set = { color = "green", vip = false } },
    }
    """

  static let tests = """
    return {
      context = { order = { channel = "web" } },
      { "web", expect = { discount = 5 }, skip = "not yet" },
    }
    """

  static let path = "/rules/shop.lua"

  private static var texts: [String: String] {
    [
      path: rules, "/rules/lib/sums.lua": sums, "/rules/lib/tables/rates.lua": rates,
      "/rules/shop.test.lua": tests,
    ]
  }

  /// The project, in which a file may have another text than when it was checked.
  static func project(editing path: String = path, _ text: String? = nil) throws -> EditedProject {
    var project = EditedProject()
    for (path, text) in texts { project.files[path] = EditedFile(text, path: path) }
    project.checked = project.files.mapValues(\.lines)
    if let text { project.files[path] = EditedFile(text, path: path) }
    project.ruleFolders = ["/rules"]
    project.schema = SchemaText(schema, path: "/app.json")
    project.index = try RuleCheck(
      RuleSource(path: "/rules"), schema: RuleSchema(json: schema),
      host: ["rate": .function { (_: RuleContext) in 1 }],
      options: RuleOptions(fileSystem: TextFiles(texts))
    ).index
    return project
  }
}
