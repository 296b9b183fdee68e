import Foundation
import LuaRules
import Testing

private enum Grade: String, Sendable, CaseIterable { case low, normal, high }

private struct Place: Sendable {
  var city: String?
  var floor: Int
}

private struct Plain: Sendable {
  var title: String
  var level: Grade
  var rank: Int
  var ratio: Double?
  var isDone: Bool
  var tags: [String]
  var names: [String: String]
  var place: Place
  var second: Place?
  var places: [Place]
  var date: Date
  var dates: [Date?]
  var amount: Decimal
}

/// The same as an object whose members are listed, some of them computed.
private struct Listed: RuleObject, Sendable {
  let plain: Plain

  static let ruleMembers: RuleMembers<Listed> = [
    .init("title", \.plain.title), .init("level") { $0.plain.level },
    .init("rank", \.plain.rank), .init("ratio") { $0.plain.ratio },
    .init("isDone", \.plain.isDone), .init("tags") { $0.plain.tags },
    .init("names", \.plain.names), .init("place") { $0.plain.place },
    .init("second", \.plain.second), .init("places", \.plain.places),
    .init("date") { $0.plain.date }, .init("dates", \.plain.dates),
    .init("amount", \.plain.amount),
  ]
}

private final class Shared: RuleObject, Sendable {
  let plain: Plain

  init(_ plain: Plain) { self.plain = plain }

  static let ruleMembers: RuleMembers<Shared> = [
    .init("title", \.plain.title), .init("level", \.plain.level), .init("rank") { $0.plain.rank },
    .init("ratio", \.plain.ratio), .init("isDone") { $0.plain.isDone },
    .init("tags", \.plain.tags), .init("names") { $0.plain.names }, .init("place", \.plain.place),
    .init("second", \.plain.second), .init("places") { $0.plain.places },
    .init("date", \.plain.date), .init("dates") { $0.plain.dates },
    .init("amount") { $0.plain.amount },
  ]
}

/// Asks the same rules about the same value in all forms that a value can have, natively and by Lua.
struct ValueKindTests {
  /// How many sets of rules are tried; many more find rarer things.
  private static let count =
    ProcessInfo.processInfo.environment["VALUE_KIND_MODELS"].flatMap { Int($0) } ?? 120

  @Test(arguments: 0..<8)
  func `plans and Lua read values of all kinds alike`(part: Int) throws {
    let answer = RuleKey<String?>("answer", default: nil)
    for number in 0..<Self.count / 8 {
      var random = SplitMix(state: UInt64(part) << 32 | UInt64(number))
      let text = Self.rules(&random)
      let native = try RuleModel(text: text, options: RuleOptions(plan: .native))
      let lua = try RuleModel(text: text, options: RuleOptions(plan: .lua))
      for _ in 0..<3 {
        let value = Self.value(&random)
        for kind in Kind.allCases {
          var contexts = try [native, lua].map { try kind.context($0, value) }
          // What is read is noted there, so Swift reads for Lua what lies in memory.
          contexts.append(contexts[1].memoized())
          // Asked twice: the second question finds what the first one has prepared.
          for _ in 0..<2 {
            let texts = contexts.map { context in
              Self.text { try context.value(for: answer) } + " / "
                + Self.text { try context.value(at: "answer", as: String?.self) } + " / "
                + Self.text { try context.json(at: "answer") }
            }
            guard texts.allSatisfy({ $0 == texts[1] }) else {
              Issue.record(
                "\(kind): \(texts.joined(separator: "\nor "))\n\(value)\n\(text)")
              return
            }
          }
        }
      }
    }
  }

  private static func text<Value>(_ body: () throws -> Value) -> String {
    do { return "\(try body())" } catch { return "\(error)" }
  }

  /// The forms of a value.
  private enum Kind: CaseIterable {
    case plain, optional, listed, object, record, json, nothing, dictionary

    func context(_ model: RuleModel, _ value: Plain) throws -> RuleContext {
      var context = RuleContext(model)
      switch self {
      case .plain: context[dynamic: RuleKey<Plain>("v", default: value)] = value
      case .optional: context[dynamic: RuleKey<Plain?>("v", default: nil)] = value
      case .listed:
        context[dynamic: RuleKey("v", default: Listed(plain: value))] = Listed(plain: value)
      case .object: context[dynamic: RuleKey("v", default: Shared(value))] = Shared(value)
      case .record:
        context[dynamic: RuleKey<RuleRecord?>("v", default: nil)] = try RuleRecord(
          Plain.columns,
          values: [
            value.title, value.level, value.rank, value.ratio, value.isDone, value.tags,
            value.names, value.place, value.second, value.places, value.date, value.dates,
            value.amount,
          ])
      case .json: try context.setValues(json: #"{"v": \#(value.json)}"#)
      case .nothing: context[dynamic: RuleKey<Plain?>("v", default: nil)] = nil
      case .dictionary:
        context[dynamic: RuleKey("v", default: [String: String]())] = [
          "title": value.title, "level": value.level.rawValue,
        ]
      }
      context[dynamic: RuleKey("n", default: 0)] = value.rank
      return context
    }
  }

  // MARK: Rules and values

  private static func value(_ random: inout SplitMix) -> Plain {
    let texts = ["a", "b", "a text that is longer than fifteen bytes", "é", ""]
    func place(_ random: inout SplitMix) -> Place {
      Place(
        city: Bool.random(using: &random) ? nil : texts.randomElement(using: &random),
        floor: Int.random(in: -1...3, using: &random))
    }
    func date(_ random: inout SplitMix) -> Date {
      Date(timeIntervalSince1970: Double(Int.random(in: -2...6, using: &random)) / 2)
    }
    return Plain(
      title: texts.randomElement(using: &random) ?? "",
      level: .allCases.randomElement(using: &random) ?? .low,
      rank: Int.random(in: 0...4, using: &random),
      ratio: Bool.random(using: &random) ? nil : Double(Int.random(in: 0...4, using: &random)) / 2,
      isDone: Bool.random(using: &random),
      tags: Array(texts.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))),
      names: Bool.random(using: &random) ? [:] : ["a": "b", "é": "x"],
      place: place(&random), second: Bool.random(using: &random) ? nil : place(&random),
      places: (0..<Int.random(in: 0...3, using: &random)).map { _ in place(&random) },
      date: date(&random),
      dates: (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Bool.random(using: &random) ? nil : date(&random)
      },
      // The last one has no form in Lua.
      amount: [10, 9.99, -0.5, 10 / 3 as Decimal].randomElement(using: &random) ?? 0)
  }

  private static func rules(_ random: inout SplitMix) -> String {
    var text = "return {\n"
    for _ in 0..<Int.random(in: 1...7, using: &random) {
      let value = random.pick([
        #""one""#, "\"two\"", "function(c) return c.v.title end",
        "function(c) return c.v.level end", "function(c) return c.v.place.city end",
        "function(c) return c.other end", "function(c) return tostring(c.v.rank) end",
        "function(c) return c.v.names.a end", "function(c) return c.v.title .. c.n end",
        "function(c) return c.v end", "function(c) return c.v.places[1].city end",
        "function(c) return c.v.tags[2] end", "function(c) return c.v.dates[1] end",
        "function(c) return c.v.places end", "function(c) return '' .. c.v.amount * 3 end",
        "function(c) return c.v.places[2] end",
        "function(c) local s = '' for i, p in ipairs(c.v.places) do s = s .. i .. p.floor end return s end",
        "function(c) local s = '' for _, t in pairs(c.v.tags) do s = s .. t end return s end",
        "function(c) local n = 0 for i = 1, #c.v.dates do n = n + (c.v.dates[i] or 9) end return '' .. n end",
      ])
      text +=
        "  { key = \"answer\", when = function(c) return \(test(&random, 2)) end, value = \(value) },\n"
    }
    text +=
      "  { key = \"other\", when = function(c) return \(test(&random, 1)) end, value = \"other\" },\n"
    return text + "}\n"
  }

  private static func test(_ random: inout SplitMix, _ depth: Int) -> String {
    if depth > 0, Bool.random(using: &random) {
      let (left, right) = (test(&random, depth - 1), test(&random, depth - 1))
      return random.pick([
        "(\(left) and \(right))", "(\(left) or \(right))", "not (\(left))",
        "(\(left) and \(right))",
      ])
    }
    return random.pick([
      #"c.v.title == "a""#, #"c.v.title ~= "é""#, #"c.v.level == "low""#, #"c.v.level ~= "high""#,
      "c.v.rank > 2", "c.v.rank <= c.n", "c.v.rank == 3", "c.v.ratio == 1.5", "c.v.ratio",
      "c.v.isDone",
      "not c.v.isDone", "#c.v.tags > 1", "#c.v.tags == 0", #"c.v.names.a == "b""#,
      "c.v.names.zzz == nil",
      #"c.v.names["é"] == "x""#, #"c.v.place.city == "b""#, "c.v.place.floor >= 1", "c.v.place",
      "c.v.second", #"c.v.second and c.v.second.city == "a""#, "c.v.second == nil",
      "c.v.second.floor == 0", "c.v == nil", "c.v", "c.n == c.v.rank", "c.v.missing",
      "c.v.title < \"b\"",
      "c.v.places[1].floor > 0", "c.v.places[2]", "#c.v.places > 1", "c.v.places[1].city == \"a\"",
      "c.v.places[1] == c.v.places[1]", "c.v.places[3] == nil", "c.v.places.city", "c.v.date > 1",
      "c.v.date == 2", "c.v.dates[1] == nil", "c.v.dates[2] == 0.5", "c.v.tags[2] == c.v.title",
      "c.other == \"other\"", "c.v.tags[1] == \"a\"", "#c.v.title > 2", "#c.v.names == 2",
      "c.v.amount > 9.5", "c.v.amount == 10", "c.v.amount <= c.v.rank", "c.v.amount == 9.99",
    ])
  }
}

extension SplitMix {
  fileprivate mutating func pick(_ all: [String]) -> String {
    all.randomElement(using: &self) ?? ""
  }
}

extension Plain {
  fileprivate static let columns = RecordLayout(members: [
    ("title", String.self), ("level", Grade.self), ("rank", Int.self), ("ratio", Double?.self),
    ("isDone", Bool.self), ("tags", [String].self), ("names", [String: String].self),
    ("place", Place.self), ("second", Place?.self), ("places", [Place].self), ("date", Date.self),
    ("dates", [Date?].self), ("amount", Decimal.self),
  ])

  /// The value as JSON.
  fileprivate var json: String {
    func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
    func place(_ place: Place?) -> String {
      place.map { #"{"city": \#(text($0.city)), "floor": \#($0.floor)}"# } ?? "null"
    }
    let tags = tags.map(text).joined(separator: ", ")
    let places = places.map(place).joined(separator: ", ")
    let dates = dates.map { $0.map { "\($0.timeIntervalSince1970)" } ?? "null" }
    let names = names.map { "\(text($0)): \(text($1))" }.joined(separator: ", ")
    return #"""
      {"title": \#(text(title)), "level": "\#(level.rawValue)", "rank": \#(rank),
      "ratio": \#(ratio.map { "\($0)" } ?? "null"), "isDone": \#(isDone), "tags": [\#(tags)],
      "names": {\#(names)}, "place": \#(place(self.place)), "second": \#(place(second)),
      "places": [\#(places)], "date": \#(date.timeIntervalSince1970),
      "dates": [\#(dates.joined(separator: ", "))], "amount": \#(amount)}
      """#
  }
}
