import LuaRules
import LuaRulesTools

/// A project without a fault, into which tests plant one.
enum PlantedProject {
  /// The names of the files, from the folder of the rules on, with their texts.
  static let files: [(name: String, text: String)] = [
    (
      "idioms.lua",
      #"""
      -- Idioms that are right.
      local prices = require "prices"
      local names = require "names"

      local rates = { eu = 1, us = 1.2, asia = 1.5 }
      local steps = { { 10, "low" }, { 50, "mid" }, { 100, "high" } }
      local limits <const> = 40

      local function hasNote(c) return c.order.note ~= nil and c.order.note ~= "" end
      local function isFar(c) return c.order.region == "asia" or c.order.region == "us" end
      local function city(customer) return customer.address and customer.address.city or "?" end
      local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end
      local function walk(n) while n > 1 do if n % 2 == 0 then n = n // 2 else n = 3 * n + 1 end end return n end
      local function clamp(x, low, high) return math.max(low, math.min(high, x)) end
      local function default(value, other) if value == nil then return other end return value end

      return {
        { key = "a1", when = hasNote, value = function(c) return c.order.note:upper() end },
        { key = "a2", when = function(c) return isFar(c) and hasNote(c) end, value = function(c) return #c.order.note end },
        { key = "a3", value = function(c) return rates[c.order.region] * c.order.total end },
        { key = "a4", value = function(c)
          for _, step in ipairs(steps) do
            if c.order.total < step[1] then return step[2] end
          end
          return "top"
        end },
        { key = "a5", value = function(c)
          local discounted = c.order.discount and c.order.discount > 10
          if discounted then return c.order.total * (1 - c.order.discount / 100) end
          return c.order.total
        end },
        { key = "a6", value = function(c) return fact(c.level) + walk(c.order.count) end },
        { key = "a7", value = function(c) return clamp(c.order.total, 0, limits) end },
        { key = "a8", value = function(c)
          local note = c.order.note
          if note == nil then note = "none" end
          return note:lower() .. default(c.order.discount, 0)
        end },
        { key = "a9", value = function(c)
          local parts = {}
          for i, line in ipairs(c.order.lines) do
            parts[#parts + 1] = string.format("%d: %s x %d", i, line.sku, line.count)
          end
          return table.concat(parts, ", ")
        end },
        { key = "b1", value = function(c)
          local best
          for _, line in ipairs(c.order.lines) do
            if not best or line.price > best.price then best = line end
          end
          return best.sku
        end },
        { key = "b2", value = function(c)
          local n = tonumber(c.order.id:match("^A%-(%d+)$"))
          if n and n > 100 then return "new" end
          return n and n + 1 or 0
        end },
        { key = "b3", value = function(c)
          local found = false
          for _, tag in ipairs(c.order.tags) do
            if tag == "gift" then found = true break end
          end
          return found and "gift" or "plain"
        end },
        { key = "b4", value = function(c)
          local customer = c.order.customer
          local address = customer.address
          if address and address.country == "de" and address.zip then return address.zip:sub(1, 2) end
          return city(customer)
        end },
        { key = "b5", value = function(c)
          local text = c.order.id
          local i, count = 1, 0
          while true do
            local at = text:find("a", i, true)
            if not at then break end
            count = count + 1
            i = at + 1
          end
          return count
        end },
        { key = "b6", value = function(c)
          local sorted = { "b", "a" }
          table.sort(sorted, function(x, y) return x < y end)
          local sum = 0
          for k, v in pairs({ a = 1, b = 2 }) do if k ~= "a" then sum = sum + v end end
          return sum .. sorted[1] .. names.initial(c.order.customer.name)
        end },
        { key = "b7", value = function(c)
          local email = c.order.customer.email
          if type(email) == "string" then return email:lower() end
          local zip = (c.order.customer.address or {}).zip
          return zip or "?"
        end },
        { key = "b8", value = function(c)
          local x = c.order.discount or 0
          local y = c.order.count > 10 and 5 or nil
          if y then x = x + y end
          repeat x = x - 1 until x < 10
          for i = 10, 1, -3 do x = x + i end
          for _, line in ipairs(c.order.lines) do
            if line.comment ~= nil then x = x + #line.comment end
            if not line.gift then goto continue end
            x = x + 1
            ::continue::
          end
          return prices.round(x, 1) + prices.with_tax(x, 19) + select("#", 1, 2)
        end },
        { key = "b9", when = { order = { note = "x" } }, value = function(c) return c.order.note:upper() .. host.rate(c) end },
        { when = function(c) return c.order.customer.email end, rules = {
          { key = "extra", when = function(c) return c.order.customer.email:find("@", 1, true) end, value = function(c) return c.order.customer.email:upper() end },
          { key = "extra", when = function(c) return #c.order.customer.email > 40 end, value = "long", priority = "low" },
        } },
      }
      """#
    ),
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
        { key = "extra", priority = "very low", value = function(c)
          local zip = c.order.customer.address and c.order.customer.address.zip or "none"
          local first = c.order.lines[1]
          local i = 0
          while i < 3 do
            i = i + 1
            if zip:match("^%d+$") then break end
          end
          return { zip = zip, first = first.sku, sum = prices.sum(c.order.lines), n = i,
            insider = c.order.customer.isInsider("shop") }
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
        "spareHint": { "type": ["string", "null"] }, "route": { "enum": ["air", "sea", "road"] }, "extra": {}, "spare": {}, "a1": {}, "a2": {}, "a3": {}, "a4": {}, "a5": {}, "a6": {}, "a7": {}, "a8": {}, "a9": {}, "b1": {}, "b2": {}, "b3": {}, "b4": {}, "b5": {}, "b6": {}, "b7": {}, "b8": {}, "b9": {}, "spareGap": { "type": "integer" }, "spareText": { "type": "string", "default": "" }, "spareNumber": { "type": "integer", "default": 0 },
        "spareTexts": { "type": "array", "items": { "type": "string" }, "default": [] },
        "spareObject": { "type": "object", "additionalProperties": false, "properties": { "name": { "type": "string" } }, "default": {} },
        "sparePlace": { "type": "object", "additionalProperties": false, "required": ["city"],
          "properties": { "city": { "type": "string" }, "zip": { "type": "string" } } } },
      "$defs": { "line": { "type": "object", "additionalProperties": false, "required": ["sku", "count", "price"],
        "properties": { "sku": { "type": "string" }, "count": { "type": "integer", "minimum": 1 },
          "price": { "type": "number", "minimum": 0 }, "gift": { "type": "boolean" }, "comment": { "type": "string" } } } },
      "x-host": ["rate", "lookup"] }
    """#
}
