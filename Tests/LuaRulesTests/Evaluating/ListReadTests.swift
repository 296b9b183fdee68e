import Foundation
import LuaBridge
import LuaRules
import Testing

private enum Digit: Int, Sendable { case one = 1, two, hundred = 100 }
private enum Bare: Sendable { case first, second }
private enum Shape: Sendable {
  case none
  case circle(radius: Double)
}

private struct Inner: Sendable {
  var word: String
  var number: Int16?
}

private struct Undecided: Sendable {
  var byte: UInt8
  var inner: Inner?
  var flag = true
}

private struct Generic<Value: Sendable>: Sendable {
  var before: UInt8 = 1
  var value: Value
  var after = "end"
}

private struct Node: Sendable {
  var name: String
  var children: [Node] = []
}

private struct Holder<Value: Sendable>: Sendable {
  var before: Bool = true
  var list: [Value]
  var maybe: [Value]?
  var nested: [[Value]]
}

private struct Listed: RuleObject, Sendable {
  var title: String
  var words = ["w", "v"]

  static let ruleMembers: RuleMembers<Listed> = [
    .init("title", \.title), .init("shout") { $0.title.uppercased() }, .init("words", \.words),
    .init("computed") { $0.words + [$0.title] },
    .init("secret", \.title, isSecret: true),
  ]
}

private final class Shared: RuleObject, Sendable {
  let title: String

  init(_ title: String) { self.title = title }

  static let ruleMembers: RuleMembers<Shared> = [.init("title", \.title)]
}

private struct Empty: Sendable {}

/// Lua reads the elements of arrays in memory; here that is compared with what Swift reads for it.
struct ListReadTests {
  /// Contexts in which Lua reads for itself, by a plan where there is one, and one in which Swift reads
  /// for it and notes that.
  private func contexts(
    _ value: String, host: HostFunctions = [:], _ set: (inout RuleContext) throws -> Void
  ) throws -> [RuleContext] {
    let text = "return { { key = 'answer', value = function(c) \(value) end } }"
    return try [EvaluationMode.lua, .native].flatMap { plan in
      var context = RuleContext(
        try RuleModel(text: text, host: host, options: RuleOptions(plan: plan)))
      try set(&context)
      return [context, context.memoized()]
    }
  }

  private func expectSame(
    _ value: String, host: HostFunctions = [:], _ expected: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ set: (inout RuleContext) throws -> Void
  ) throws {
    let contexts = try contexts(value, host: host, set)
    // The second question finds the views, and the layouts, that the first one made.
    for _ in 0..<3 {
      let answers = contexts.map { context in
        do { return try context.json(at: "answer") } catch { return "\(error)" }
      }
      let first = expected ?? answers[1]
      for answer in answers {
        #expect(answer == first, "\(value)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Tells all that rules can see of a value.
  private static let dump = """
    local function dump(value, depth)
      local kind = type(value)
      if kind ~= "table" then return kind .. " " .. tostring(value) end
      if depth == 5 then return "…" end
      local text = "#" .. #value .. "{"
      for key, part in pairs(value) do
        text = text .. tostring(key) .. "=" .. dump(part, depth + 1) .. ";"
      end
      if type(next(value)) == "number" or #value == 0 then
        for i, part in ipairs(value) do text = text .. i .. "=" .. dump(part, depth + 1) .. ";" end
        for i = 0, #value + 1 do text = text .. i .. "=" .. dump(value[i], depth + 1) .. ";" end
      end
      return text .. "}"
    end
    """

  private func check<Value: Sendable>(
    _ list: [Value], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let holder = Holder(list: list, maybe: list, nested: [list, [], list])
    for path in ["v", "h.list", "h.maybe", "h.nested", "o", "n", "r.list"] {
      try expectSame("\(Self.dump) return dump(c.\(path), 0)", sourceLocation: sourceLocation) {
        $0["v"] = list
        $0["h"] = holder
        $0["o"] = [Value]?.some(list)
        $0["n"] = [Value]?.none
        $0["r"] = try RuleRecord(RecordLayout(members: [("list", [Value].self)]), values: [list])
      }
      try expectSame(
        "return c.\(path) and { c.\(path)[1], c.\(path)[#c.\(path)] }",
        sourceLocation: sourceLocation
      ) {
        $0["v"] = list
        $0["h"] = holder
        $0["o"] = [Value]?.some(list)
        $0["n"] = [Value]?.none
        $0["r"] = try RuleRecord(RecordLayout(members: [("list", [Value].self)]), values: [list])
      }
    }
  }

  @Test func `lists of scalars`() throws {
    try check([Int]())
    try check([1, -2, .max, .min])
    try check([Int8](-2...2))
    try check([Int16.min, 0, 7])
    try check([Int32.min, 7])
    try check([Int64.max])
    try check([UInt8.max, 0])
    try check([UInt16.max, 0])
    try check([UInt32.max, 0])
    try check([UInt64(7), UInt64(Int64.max)])
    try check([UInt64.max, 1])
    try check([UInt(3), UInt.max])
    try check([Float(1.5), .nan])
    try check([1.5, -.infinity, -0.0])
    try check([true, false, true])
    try check([Digit.hundred, .one])
    try check([Bare.second, .first])
    try check([Shape.none, .circle(radius: 2)])
  }

  @Test func `lists of texts`() throws {
    try check(["", "a", "fifteen bytes !", "a literal of more than fifteen bytes", "é", "a\u{0}b"])
    for length in [14, 15, 16, 255, 256, 257, 5000] {
      let made = String(repeating: "x", count: length)
      try check([made, "_" + made, String(made.dropFirst())])
    }
    try check(["part of a text".dropFirst(3), "x".dropFirst(0)])
    try check([Character("c"), "ü"])
  }

  @Test func `lists of optionals`() throws {
    try check([Int?.none, 3, nil])
    try check([Int8?(3), nil])
    try check([String?.none, "x"])
    try check([Bool?.none, false, true])
    try check([Double?.none, 0])
    try check([Digit?.none, .two])
    try check([Bare?.some(.first), nil])
    try check([Inner?.none, Inner(word: "w", number: nil)])
    try check([Int??](arrayLiteral: .some(nil), nil, 3))
    try check([[Int]?](arrayLiteral: nil, [1], []))
    try check([[String: Int]?](arrayLiteral: nil, ["a": 1]))
  }

  @Test func `lists of structures`() throws {
    try check([Inner(word: "a", number: 1), Inner(word: "b", number: nil)])
    try check([
      Undecided(byte: 1, inner: nil), Undecided(byte: 2, inner: Inner(word: "w", number: 3)),
    ])
    try check([Generic(value: UInt8(7)), Generic(value: 8)])
    try check([Generic(value: "text")])
    try check([Generic(value: [1.5, 2])])
    try check([Generic(value: SIMD4<Float>(1, 2, 3, 4))])
    try check([Generic(value: (1, "two"))])
    try check([Generic<Inner?>(value: nil), Generic<Inner?>(value: Inner(word: "w", number: 1))])
    try check([Node(name: "a", children: [Node(name: "b", children: [Node(name: "c")])])])
    try check([Listed(title: "one"), Listed(title: "two")])
    try check([Empty(), Empty()])
  }

  @Test func `lists of what Swift reads`() throws {
    try check([Shared("one"), Shared("two")])
    try check([Shared?.none, Shared("two")])
    try check([1, "two", [3], Inner(word: "w", number: nil)] as [any Sendable])
    try check([["a": 1], [:]])
    try check([Set([1, 2]), []])
    try check([(1, "two"), (3, "four")])
    try check([Date(timeIntervalSince1970: 5)])
    try check([UUID?.none])
    try check([SIMD2<Double>(1, 2)])
    try check([LuaValue.integer(3), .string("x"), .nil])
    try check([[1, 2][...], []])
    try check([ContiguousArray([1, 2])])
  }

  @Test func `lists of lists`() throws {
    try check([[1, 2], [], [3]])
    try check([[["deep"]], []])
    try check([[Inner(word: "a", number: 1)], []])
  }

  @Test func `lists of records`() throws {
    let columns = RecordLayout(members: [("name", String.self), ("inner", Inner?.self)])
    let other = RecordLayout(members: [("name", Int.self)])
    let row = try RuleRecord(columns, values: ["row", Inner(word: "w", number: 2)])
    try check([row, row])
    try check([row, try RuleRecord(other, values: [3])])
    try check([RuleRecord?.none, row])
    for value in [
      "return c.rows[1] == c.rows[2]", "return c.rows[1] == c.row", "return c.rows[3].name",
      "return c.rows[1].nmae",
    ] {
      try expectSame(value) {
        $0["rows"] = [row, row, try RuleRecord(other, values: [3])]
        $0["row"] = row
      }
    }
  }

  private static let rows = (1...4).map { Inner(word: "w\($0)", number: $0 == 3 ? nil : $0) }

  @Test(arguments: [
    "return c.v[1].wrod", "return c.h.list[2].wrod.x", "return c.v[9].word", "return c.v[0]",
    "return c.v[-1]", "return c.v[1.5]", "return c.v[2.0].word", "return c.v['2']",
    "return c.v[nil]", "return c.v[true]", "return c.v[c.v]", "return c.v.word", "return c.v.count",
    "return c.v[math.maxinteger]", "return c.v[math.mininteger]", "return c.v[1 << 32 | 1]",
    "return c.v[0/0]", "return c.v[2^53]", "return c.v[{}]", "return c.v[null]",
    "c.v[1] = 2 return 1", "c.v[1].word = 'x' return 1", "c.v.x = 1 return 1",
    "c.h.list[9] = 1 return 1", "return tostring(c.v) .. type(c.v) .. type(c.v[1])",
    "return c.v .. 'x'", "return c.v()", "return c.v < c.v", "return -c.v", "return c.v[1]()",
    "return #c.v[1]", "return #c.v + #c.h.list", "return c.v == c.v and c.h.list == c.h.list",
    "return c.v == c.h.list", "return c.v[1] == c.v[1]", "return c.v[1] == c.v[2]",
    "return c.v[1] == c.h.list[1]", "return c.v[2] == c.v[2.0]",
    "local t = {} t[c.v[1]] = 1 t[c.v] = 2 return t[c.v[1]] + t[c.v]",
    "local n, k = '', nil repeat k = next(c.v, k) n = n .. tostring(k) until k == nil return n",
    "return next(c.v, 99)", "return next(c.v, 'x')", "return select(2, next(c.v)).word",
    "return select('#', table.unpack(c.v))", "return table.unpack(c.v, 2, 3).word",
    "return table.concat(c.words, ',')", "return table.concat(c.v, ',')",
    "return table.concat(c.words, ',', 2, 9)", "return #table.pack(table.unpack(c.words))",
    "local t = table.move(c.v, 1, #c.v, 1, {}) return #t .. t[4].word",
    "table.insert(c.v, 1) return 1", "table.sort(c.words) return 1", "return table.remove(c.words)",
    "local s = 0 for i = 1, #c.v do s = s + (c.v[i].number or 0) end return s",
    "local s = '' for i, r in ipairs(c.v) do s = s .. i .. r.word end return s",
    "local s = '' for i, r in pairs(c.v) do s = s .. i .. r.word end return s",
    "for i, r in ipairs(c.v) do if r.number == 2 then return r end end",
    "return c.v", "return c.v[2]", "return { c.v[2], c.v[1], list = c.h.list }", "return c.h",
    "return host.word(c.v[1])", "return host.word(c.h.list[2]) .. c.h.list[2].word",
    "return host.words(c.v)", "return host.words(c.h.nested[1])", "return host.words(c.words)",
    "return host.word(c.v[9])", "return host.word(c.words[1])", "return host.count(c, 3) .. #c.v",
    "local l, e = c.v, c.v[2] local w = host.words(l) return w .. e.word .. host.word(e) .. #l",
    "local e = c.h.nested[3][4] return e.word .. host.word(e)",
    "return c.h.nested[3][1].word .. #c.h.nested .. #c.h.nested[2]",
    "return c.v[1] == nil", "return c.v[9] == nil", "return c.words[2] == 'b'",
    "return c.words[1] < c.words[2]", "return c.v[1].word == 'w1' and c.v[2].number > 1",
    "return c.v[3].number == nil", "return c.v[1].number + c.h.list[2].number * 2",
    "return c.words[1] .. c.words[3]", "return #c.words[2]", "return #c.h.nested[1]",
    "return c.h.nested[1][2].word == 'w2'", "return c.v[1].word:upper()",
  ])
  func `lists are walked, given on and refused as before`(value: String) throws {
    let host = HostFunctions()
      .adding("word") { (inner: Inner) in inner.word }
      .adding("words") { (list: [Inner]) in list.map(\.word).joined() }
      .adding("count") { (context: RuleContext, times: Int) in
        ((context["v"] as? [Inner])?.count ?? 0) * times
      }
    try expectSame(value, host: host) {
      $0["v"] = Self.rows
      $0["h"] = Holder(list: Self.rows, maybe: nil, nested: [Self.rows, [], Self.rows])
      $0["words"] = ["a", "b", "c"]
    }
  }

  @Test func `a computed member of an element is computed once`() throws {
    try expectSame(
      """
      local e = c.v[2]
      return e.shout .. e.title .. #e.computed .. e.computed[3] .. tostring(e.computed == e.computed)
        .. e.words[2] .. c.v[2].shout
      """, #""TWOtwo3twotruevTWO""#
    ) { $0["v"] = [Listed(title: "one"), Listed(title: "two")] }
    try expectSame("return c.v[1].shuot") { $0["v"] = [Listed(title: "one")] }
  }

  @Test func `a structure is shown by its listed members wherever it is`() throws {
    struct Lock: RuleObject, Sendable {
      var by = "ann"
      var reason = "locked"
      static let ruleMembers: RuleMembers<Lock> = [.init("by", \.by), .init("reason", \.reason)]
    }
    struct Document: RuleObject, Sendable {
      var title: String
      static let ruleMembers: RuleMembers<Document> = [
        .init("reason") { _ in "why" }, .init("title", \.title),
      ]
      var luaView: any LuaView { title == "locked" ? Lock().luaView : layoutView }
    }
    struct Folder: Sendable {
      var first: Document
    }
    for title in ["open", "locked"] {
      let document = Document(title: title)
      for path in ["d", "o", "l[1]", "m.x", "f.first", "ll[1][1]"] {
        try expectSame(
          "local d = c.\(path) return d.title .. d.reason .. d.title .. tostring(d == c.\(path))",
          "\"\(title)why\(title)true\""
        ) {
          $0["d"] = document
          $0["o"] = Document?.some(document)
          $0["l"] = [document]
          $0["m"] = ["x": document]
          $0["f"] = Folder(first: document)
          $0["ll"] = [[document]]
        }
      }
      try expectSame("return c.l[1].by") { $0["l"] = [document] }
    }
  }

  @Test func `a question finds its own elements`() throws {
    let model = try RuleModel(
      text: """
        return { { key = "answer", value = function(c)
          local s = #c.v .. ":"
          for i, e in ipairs(c.v) do s = s .. (e.word or e) .. "," end
          return s .. tostring(c.v[2] and c.v[2].word)
        end } }
        """, options: RuleOptions(plan: .lua))
    var context = RuleContext(model)
    for length in [2, 0, 1, 400, 3, 0, 700] {
      let words = (0..<length).map { "\(length)/\($0)" }
      let last = length > 1 ? words[1] : "nil"
      let expected = "\(length):\(words.map { "\($0)," }.joined())\(last)"
      context["v"] = words.map { Inner(word: $0, number: 1) }
      #expect(try context.value(at: "answer") == expected)
      context["v"] = words.map { Generic(value: $0) }
      #expect(unknownMember(in: context) == (length > 0 ? "word" : nil))
      context["v"] = words.map { Undecided(byte: 1, inner: Inner(word: $0, number: 1)) }
      #expect(unknownMember(in: context) == (length > 0 ? "word" : nil))
      context["v"] = words.map { Inner?.some(Inner(word: $0, number: nil)) }
      #expect(try context.value(at: "answer") == expected)
    }
  }

  /// The member that an element does not have.
  private func unknownMember(in context: RuleContext) -> String? {
    do {
      _ = try context.value(at: "answer", as: String.self)
      return nil
    } catch {
      return error.message.contains("unknown member `word`") ? "word" : error.message
    }
  }

  @Test func `a copy that is changed meanwhile changes nothing`() throws {
    let host = HostFunctions().adding("change") { (context: RuleContext) in
      var copy = context
      copy["v"] = [Inner(word: "other", number: 9)]
      var list = context["v"] as? [Inner] ?? []
      for index in list.indices { list[index].word += " changed" }
      list.append(Inner(word: "more", number: 1))
      copy["w"] = list
      return (try? copy.value(at: "other", as: String.self)) ?? "none"
    }
    let model = try RuleModel(
      text: """
        return {
          { key = "answer", value = function(c)
            local s = ""
            for _, e in ipairs(c.v) do s = s .. e.word .. host.change(c) .. e.word end
            return s
          end },
          { key = "other", value = function(c) return c.v[1].word .. #c.w .. c.w[1].word end },
        }
        """, host: host, options: RuleOptions(plan: .lua))
    var context = RuleContext(model)
    context["v"] = [Inner(word: "a", number: 1), Inner(word: "b", number: 1)]
    let middle = "other3a changed"
    for _ in 0..<3 {
      #expect(try context.value(at: "answer") == "a\(middle)ab\(middle)b")
    }
  }

  @Test func `a list of a granted source is limited as before`() throws {
    for text in [
      "return c.v[1].word", "return #c.v", "return c.h.list[1].word", "return c.h.maybe",
    ] {
      let source = RuleSource(
        text: "return { { key = 'answer', value = function(c) \(text) end } }", name: "a.lua",
        grant: Grant(read: .names("v", "h.list", "h.maybe")))
      let model = try RuleModel(sources: [source], options: RuleOptions(plan: .lua))
      var context = RuleContext(model)
      context["v"] = Self.rows
      context["h"] = Holder(list: Self.rows, maybe: Self.rows, nested: [])
      let answers = [context, context.memoized()].map { context in
        do { return try context.json(at: "answer") } catch { return "\(error)" }
      }
      #expect(answers[0] == answers[1])
    }
  }
}
