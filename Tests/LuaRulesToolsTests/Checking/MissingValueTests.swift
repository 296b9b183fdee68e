import LuaRules
import LuaRulesTools
import Testing

/// Values that are missing because others are: behind `and`, in tables of constants, in functions for
/// elements of lists.
@Suite struct MissingValueTests {
  private static let schema = """
    { "type": "object", "required": ["customer", "docs", "amount", "office"], "properties": {
      "customer": { "type": "object", "additionalProperties": false, "required": ["segment"], "properties": {
        "segment": { "enum": ["gold", "silver"] }, "nickname": { "type": "string" },
        "contact": { "type": "object", "additionalProperties": false, "required": ["mail", "phones"],
          "properties": { "mail": { "type": "string" }, "mobile": { "type": "string" },
            "phones": { "type": "array", "items": { "type": "string" } } } } } },
      "docs": { "type": "array", "items": { "type": "object", "additionalProperties": false,
        "required": ["pages", "kind"], "properties": { "pages": { "type": "integer", "minimum": 1 },
          "kind": { "enum": ["bill", "letter"] }, "sum": { "type": "string" },
          "extra": { "type": "integer" } } } },
      "office": { "type": "object", "additionalProperties": false, "required": ["phone"],
        "properties": { "phone": { "type": ["string", "null"] },
          "hours": { "type": "object", "additionalProperties": { "type": "string" } } } },
      "amount": { "type": "number" }, "k": {} } }
    """

  /// The body of a function for the key `k`, which begins in line 2, with functions of the file in line 1.
  struct Row: CustomTestStringConvertible, Sendable {
    let before: String
    let body: String
    let found: [String]

    init(_ body: String, before: String = "", _ found: String...) {
      (self.before, self.body, self.found) = (before, body, found)
    }

    var testDescription: String { "\(before) \(body)" }
  }

  private static let helpers = """
    local function any(list, test) for _, x in ipairs(list) do if test(x) then return true end end return false end \
    local function map(list, f) local out = {} for i, x in ipairs(list) do out[i] = f(x) end return out end \
    local function percent(amount, rate) return amount * rate / 100 end \
    local function sum(list, f) local total = 0 for _, x in ipairs(list) do total = total + f(x) end return total end \
    local function money(amount) return string.format("%.2f EUR", amount) end \
    local discounts = { gold = 5 } local words = { bill = { title = "Bill" }, letter = { title = "Letter" } }
    """

  private static let rows: [Row] = [
    Row(
      "local mail = c.customer.contact and c.customer.contact.mail\nreturn \"To \" .. mail",
      "3 possible-nil: `mail` may be nil before `..`, because `customer.contact` may be missing"),
    Row(
      "local contact = c.customer.contact\nlocal phones = contact and contact.phones\nreturn #phones",
      "4 possible-nil: `phones` may be nil before its length is taken, because `customer.contact` may be missing"
    ),
    Row(
      "local name = c.customer.contact and c.customer.nickname\nreturn name:upper()",
      "3 possible-nil: `name` may be nil before `.upper`, because `customer.contact` may be missing"
    ),
    Row(
      "local rate = discounts[c.customer.segment]\nfor _, d in ipairs(c.docs) do\nif d.pages > 9 then rate = rate + 1 end\nend\nreturn rate",
      "4 possible-nil: `rate` may be nil in this calculation: `discounts` has no entry for \"silver\""
    ),
    Row(
      "return percent(c.amount, discounts[c.customer.segment])",
      "2 possible-nil: the call of `percent` may fail: `discounts[…]` may be nil in this calculation: `discounts` has no entry for \"silver\""
    ),
    Row(
      "return \"Phone \" .. c.office.phone",
      "2 possible-nil: `office.phone` may be nil before `..`: the schema allows null"),
    Row(
      "return c.office.hours[c.customer.segment]",
      "2 possible-nil: `office.hours` may be nil before `[customer.segment]`: the schema does not require it"
    ),
    Row(
      "return c.amount[c.customer.segment]",
      "2 unknown-member: `amount` has nothing under `[customer.segment]`: it is a number"),
    Row(
      "for _, part in ipairs({ c.customer.nickname, c.customer.segment }) do print(part) end\nreturn 1",
      "2 possible-nil: `customer.nickname` may be nil in this list, where `ipairs` ends: the schema does not require it"
    ),
    Row(
      "return any(c.docs, function(doc) return #doc.sum == 0 end)",
      "2 possible-nil: `doc.sum` may be nil before its length is taken: the schema does not require it"
    ),
    Row(
      "return any(c.docs, function(doc) return doc.kind == \"bill\" and doc.extra > 3 end)",
      "2 possible-nil: `doc.extra` may be nil in this comparison: the schema does not require it"),
    Row(
      "local f = function(doc) return doc.extra > 3 end\nfor _, doc in ipairs(c.docs) do\nif f(doc) then return 1 end\nend\nreturn 0",
      "2 possible-nil: `doc.extra` may be nil in this comparison: the schema does not require it"),
    Row(
      "return any(c.docs, function(doc) return doc.pages < 1 end)",
      "2 decided-test: this test never holds; the schema says that `x.pages` is at least 1"),
    Row(
      "local name = c.customer.nickname\nif name and #name then return name end\nreturn \"-\"",
      "3 decided-test: this test has always the same outcome"),
    Row(
      "return sum(c.docs, function(doc) return doc.extra end)",
      "2 possible-nil: the call of `sum` may fail: `f(…)` may be nil in this calculation: the function gives `x.extra`, which may be missing"
    ),
    Row(
      "for _, doc in ipairs(c.docs) do\nif doc.sum then return money(doc.sum) end\nend",
      "3 wrong-argument: the call of `money` may fail: `%.2f` takes a number, and `doc.sum` is a string"
    ),
    Row(
      "local out = {}\nfor _, doc in ipairs(c.docs) do table.insert(out, words[doc.kind].titel) end\nreturn out",
      "3 wrong-argument: `table.insert` puts nothing into the list: `words[…].titel` is nil"),
    Row(
      "local out = { \"a\" }\nif c.customer.nickname then table.insert(out, c.customer.nickname, 1) end\nreturn out",
      "3 wrong-argument: argument 2 of `table.insert` is `customer.nickname`, a string; expected a place in the list, from 1 on"
    ),
    Row(
      "local few, many = 0, 0\nfor _, d in ipairs(c.docs) do\nif d.pages > 9 then many = many + 1 else few = few + 1 end\nend\nif few > many then return 1 end\nif few > many then return 2 end\nreturn 3",
      "7 decided-test: the test in line 6 decides this one, which is the same"),
    Row(
      "local name = c.customer.segment:upper()\nname = \"x\"\nreturn name",
      "2 unused-value: `name` gets another value before this one is read"),
    Row(
      "local labels = { bill = \"B\", letter = \"L\" }\nreturn \"The \" .. labels.parcel",
      "3 wrong-operand: `labels.parcel` cannot be joined with `..`: it is nil"),
    Row(
      "local function walk(n)\nreturn walk(n + 1)\nend\nreturn walk(1)",
      "2 endless-loop: the function never returns: every way through it calls the function again"),
  ]

  private static let right: [Row] = [
    Row(
      "local mail = c.customer.contact and c.customer.contact.mail\nreturn mail and \"To \" .. mail or \"-\""
    ),
    Row(
      "local mail = c.customer.contact and c.customer.contact.mail or \"-\"\nreturn \"To \" .. mail"
    ),
    Row(
      "local contact = c.customer.contact\nlocal mail = contact and contact.mail\nif not contact then return \"-\" end\nreturn \"To \" .. mail"
    ),
    Row(
      "local mail = c.customer.contact and c.customer.contact.mail\nif mail == nil then return \"-\" end\nreturn mail:upper()"
    ),
    Row(
      "local has = c.customer.contact ~= nil\nlocal mail = has and c.customer.contact.mail\nif has then return mail:upper() end\nreturn \"-\""
    ),
    Row(
      "local rate = discounts[c.customer.segment]\nif not rate then return 0 end\nreturn percent(c.amount, rate)"
    ),
    Row("return percent(c.amount, discounts[c.customer.segment] or 0)"),
    Row(
      "local rate = discounts[c.customer.segment] or 1\nfor _, d in ipairs(c.docs) do rate = rate + d.pages end\nreturn rate"
    ),
    Row("return any(c.docs, function(doc) return doc.sum and #doc.sum == 0 end)"),
    Row("return any(c.docs, function(doc) return doc.pages > 1 end)"),
    Row(
      "local count = 0\nfor _, doc in ipairs(c.docs) do\nif doc.extra then count = count + 1 end\nif count > 0 and doc.extra then count = count + doc.extra end\nend\nreturn count"
    ),
    Row(
      "return map(c.docs, function(doc) if not doc.sum then return \"\" end return doc.sum:upper() end)"
    ),
    Row("return c.customer.contact and #c.customer.contact.phones or 0"),
    Row("local n = c.customer.contact and #c.customer.contact.phones or 0\nreturn n * 2"),
    Row("return sum(c.docs, function(doc) return doc.extra or 0 end)"),
    Row(
      "local few, many = 0, 0\nfor _, d in ipairs(c.docs) do\nif d.pages > 9 then many = many + 1 else few = few + 1 end\nend\nif few > many then return 1 end\nfew = few + 2\nif few > many then return 2 end\nreturn 3"
    ),
    Row(
      "local i, n = 0, 0\nwhile i < 9 do\nif i > n then n = n + 2 end\ni = i + 1\nif i > n then n = n + 1 end\nend\nreturn n"
    ),
    Row(
      "local name = c.customer.segment:upper()\nif c.amount > 3 then name = \"x\" end\nreturn name"),
    Row("local name = c.customer.segment:upper()\nname = name:sub(1, 2)\nreturn name"),
    Row(
      "local function walk(n)\nif n > 5 then return n end\nreturn walk(n + 1)\nend\nreturn walk(1)"),
    Row("return percent(c.amount, discounts[c.customer.segment] or 1) .. money(c.amount)"),
    Row("local options = { most = 5 }\nif options.isLoud then return 1 end\nreturn options.most"),
    Row("local out = {}\nif c.amount > 3 then out.first = { name = \"a\" } end\nreturn out.first"),
    Row("local out = { most = 2 }\nlocal least = out.least or 1\nreturn least + out.most"),
    Row(
      "local out = {}\nfor _, doc in ipairs(c.docs) do\nif out.last then return out.last.kind end\nout.last = doc\nend"
    ),
    Row(
      "local i, n = 1, 3\nif i < n then\nwhile i < n and c.amount > 2 do i = i + 1 end\nend\nreturn i"
    ),
    Row(
      "local i = 1\nlocal function step() i = i + 1 end\nif i <= 5 then\nwhile i <= 5 do step() end\nend\nreturn i"
    ),
    Row(
      "local i, n = 1, c.amount\nif i >= n then return 0 end\nfor k = 1, 3 do\nif i >= n then return k end\ni = i + 1\nend\nreturn i"
    ),
    Row(
      "local function need(x) if not x then error(\"missing\") end end\nlocal mail = c.customer.contact and c.customer.contact.mail\nneed(mail)\nreturn mail:upper()"
    ),
    Row(
      "if not discounts[c.customer.segment] then return 0 end\nreturn percent(c.amount, discounts[c.customer.segment])"
    ),
    Row(
      "local has = discounts[c.customer.segment] ~= nil\nif has then return percent(c.amount, discounts[c.customer.segment]) end\nreturn 0"
    ),
    Row(
      "local function rate(s) if discounts[s] then return discounts[s] end return 0 end\nreturn percent(c.amount, rate(c.customer.segment))"
    ),
    Row(
      "for _, doc in ipairs(c.docs) do if not doc.extra then return 0 end end\nreturn sum(c.docs, function(doc) return doc.extra end)"
    ),
    Row(
      "local function double(key) return discounts[key] * 2 end\nif discounts[c.customer.segment] then return double(c.customer.segment) end\nreturn 0"
    ),
  ]

  @Test func `the truth of a value that is read behind and tells that it is there`() throws {
    let text = """
      return { { key = "k",
        when = function(c) local contact = c.customer.contact and c.customer.contact return contact and contact.mobile end, -- check: ignore decided-test
        value = function(c) return c.customer.contact.mobile:upper() end } }
      """
    let found = try CheckedText.check(text, schema: Self.schema).findings.filter {
      $0.severity > .info
    }
    #expect(found == [])
  }

  private static func findings(_ row: Row) throws -> [String] {
    let text = "\(helpers) return { { key = \"k\", value = function(c)\n\(row.body)\nend } }"
    return try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
      .filter { $0.code != .unusedLocal }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue): \($0.message)" }
  }

  @Test(arguments: rows) func `it is told once, at its line`(row: Row) throws {
    #expect(try Self.findings(row) == row.found)
  }

  @Test(arguments: right) func `nothing is told of what is right`(row: Row) throws {
    #expect(try Self.findings(row) == [])
  }
}
