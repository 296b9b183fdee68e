import LuaRules
import LuaRulesTools

/// A project without a fault, into which tests plant one.
enum PlantedProject {
  /// The names of the files, from the folder of the rules on, with their texts.
  static let files: [(name: String, text: String)] = [
    (
      "shipping.lua",
      #"""
      local prices = require "prices"

      return {
        { key = "shipping", rules = {
          { when = function(c) return c.order.express and c.carrier == "ups" end, value = 25 },
          { when = function(c) return c.order.express and c.carrier == "dhl" end, value = 22 },
          { when = { order = { region = "eu" }, carrier = "post", isTest = false }, value = 5 },
          { when = function(c) return c.order.total >= prices.free and c.order.region == "eu" and not c.order.express end, value = 0,
            priority = "high" },
          { value = function(c) return prices.round(c.order.total * 0.1, 2) end, priority = "low" },
        } },
        { key = "route", rules = {
          { when = { order = { region = "eu" } }, value = "road" },
          { when = { order = { region = "us" } }, value = "air" },
          { when = { order = { region = "asia" } }, value = "sea" },
        } },
      }
      """#
    ),
    (
      "orders.lua",
      #"""
      local names = require "names"
      local prices = require "prices"

      local function isBig(order) return order.total > 1000 or order.count > 100 end

      return {
        { key = "label", when = function(c) return c.order.customer.tier == "vip" end,
          value = function(c) return string.format("%s (%d)", c.order.customer.name, c.order.count) end },
        { key = "label", value = function(c) return names.greeting(c.order.customer) end, priority = "low" },
        { key = "priority", when = function(c) return isBig(c.order) end, value = "high" },
        { key = "priority", when = function(c) return c.order.count < 2 and c.level > 5 end, value = "low", priority = "low" },
        { key = "approved", when = function(c) return c.order.status == "paid" and c.order.customer.age >= 18 end, value = true },
        { key = "score", value = function(c)
          local score = 0
          for _, line in ipairs(c.order.lines) do
            if line.gift then
              score = score + 1
            elseif line.price > 100 then
              score = score + 5
            end
            if line.comment and #line.comment > 10 then score = score + 1 end
          end
          return score
        end },
        { key = "banner", when = function(c) return c.order.note ~= nil and #c.order.note > 0 end,
          value = function(c) return c.order.note:upper() end },
        { key = "banner", when = function(c) return c.order.discount and c.order.discount > 10 end,
          value = function(c) return "Save " .. c.order.discount .. "%" end, priority = "low" },
        { key = "banner", when = function(c)
          local address = c.order.customer.address
          if not address then return false end
          return address.country == "de" and names.has(c.order.tags, "summer")
        end, value = "Sommer", priority = "very low" },
        { key = "extra", value = function(c)
          local zip = c.order.customer.address and c.order.customer.address.zip or "none"
          local first = c.order.lines[1]
          local i = 0
          while i < 3 do
            i = i + 1
            if zip:match("^%d+$") then break end
          end
          return { zip = zip, first = first.sku, sum = prices.sum(c.order.lines), n = i,
            insider = c.order.customer:isInsider("shop") }
        end },
      }
      """#
    ),
    (
      "lib/prices.lua",
      #"""
      --- Prices and sums.
      local prices = {}

      --- The sum of all lines.
      function prices.sum(lines)
        local sum = 0
        for _, line in ipairs(lines) do sum = sum + line.count * line.price end
        return sum
      end

      --- A number with a tax, in percent.
      function prices.with_tax(amount, percent) return amount * (100 + percent) / 100 end

      --- A rounded number.
      function prices.round(amount, digits)
        local factor = 10 ^ (digits or 0)
        return math.floor(amount * factor + 0.5) / factor
      end

      prices.free = 50

      return prices
      """#
    ),
    (
      "lib/names.lua",
      #"""
      --- Names and texts.
      local names = {}

      function names.initial(name) return name:sub(1, 1):upper() end

      function names.greeting(customer) return "Dear " .. customer.name .. "," end

      function names.has(list, wanted)
        for _, entry in ipairs(list) do
          if entry == wanted then return true end
        end
        return false
      end

      return names
      """#
    ),
  ]

  /// The schema of the project; `spare` and its like are keys that only planted rules answer.
  static let schema = #"""
    { "type": "object", "additionalProperties": false,
      "properties": {
        "order": { "type": "object", "additionalProperties": false,
          "required": ["id", "total", "count", "status", "region", "express", "lines", "customer", "tags"],
          "properties": {
            "id": { "type": "string" }, "total": { "type": "number", "minimum": 0 },
            "count": { "type": "integer", "minimum": 1, "maximum": 500 },
            "status": { "enum": ["new", "paid", "shipped", "returned"] },
            "region": { "enum": ["eu", "us", "asia"] },
            "express": { "type": "boolean" }, "note": { "type": "string" },
            "discount": { "type": ["number", "null"], "minimum": 0, "maximum": 100 },
            "tags": { "type": "array", "items": { "type": "string" } },
            "lines": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/line" } },
            "customer": { "type": "object", "additionalProperties": false, "required": ["name", "tier", "age"],
              "properties": {
                "name": { "type": "string" }, "tier": { "enum": ["basic", "gold", "vip"] },
                "age": { "type": "integer", "minimum": 0, "maximum": 150 },
                "email": { "type": "string" },
                "address": { "type": "object", "additionalProperties": false, "required": ["city", "country"],
                  "properties": { "city": { "type": "string" }, "country": { "enum": ["de", "fr", "us", "jp"] },
                    "zip": { "type": "string" } } },
                "isInsider": { "x-function": { "parameters": [{ "type": "string" }], "result": { "type": "boolean" } } } } } } },
        "carrier": { "enum": ["ups", "dhl", "post"] },
        "isTest": { "type": "boolean" }, "level": { "type": "integer", "minimum": 0, "maximum": 10 },
        "channel": { "type": "string" },
        "shipping": { "type": "number", "default": 0 }, "label": { "type": "string", "default": "" },
        "priority": { "enum": ["low", "normal", "high"], "default": "normal" },
        "approved": { "type": "boolean", "default": false },
        "score": { "type": "integer", "default": 0 }, "banner": { "type": ["string", "null"] },
        "route": { "enum": ["air", "sea", "road"] }, "extra": {}, "spare": {}, "spareGap": { "type": "integer" }, "spareText": { "type": "string", "default": "" }, "spareNumber": { "type": "integer", "default": 0 } },
      "$defs": { "line": { "type": "object", "additionalProperties": false, "required": ["sku", "count", "price"],
        "properties": { "sku": { "type": "string" }, "count": { "type": "integer", "minimum": 1 },
          "price": { "type": "number", "minimum": 0 }, "gift": { "type": "boolean" }, "comment": { "type": "string" } } } },
      "x-host": ["rate", "lookup"] }
    """#
}
