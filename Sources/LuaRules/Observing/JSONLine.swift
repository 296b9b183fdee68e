import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON object on one line, its members in the order in which they are added.
struct JSONLine {
  private var members: [(name: String, value: JSONLayout)] = []

  /// The object.
  var text: String { JSONLayout.object(members).line }

  /// Adds a member whose value is JSON already; `nil` adds none.
  mutating func add(_ name: String, json: String?) {
    if let json { members.append((name, .text(json))) }
  }

  /// Adds a text; `nil` adds none.
  mutating func add(_ name: String, _ text: String?) {
    add(name, json: text.map(JSON.quoted))
  }

  /// Adds an error, as a rule author reads it, and its code.
  mutating func add(_ error: RuleError) {
    add("error", error.description)
    add("code", error.code.rawValue)
  }

  /// Puts the moment at the beginning.
  mutating func stamp(_ time: Date = Date()) {
    let text = ISO8601.text(forDate: time.timeIntervalSince1970)
    members.insert(("time", .string(text ?? "\(time)")), at: 0)
  }
}
