import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON object on one line, with its members in the order of adding.
struct JSONLine {
  private var members: [(name: String, value: JSONLayout)] = []

  /// The object.
  var text: String { JSONLayout.object(members).line }

  /// Adds a member whose value is already JSON; `nil` adds none.
  mutating func add(_ name: String, json: String?) {
    if let json { members.append((name, .text(json))) }
  }

  /// Adds a text; `nil` adds none.
  mutating func add(_ name: String, _ text: String?) {
    add(name, json: text.map(JSON.quoted))
  }

  /// Adds an error, with its text for rule authors and its code.
  mutating func add(_ error: RuleError) {
    add("error", error.description)
    add("code", error.code.rawValue)
  }

  /// Inserts the current time at the beginning.
  mutating func stamp(_ time: Date = Date()) {
    let text = ISO8601.text(forDate: time.timeIntervalSince1970)
    members.insert(("time", .string(text ?? "\(time)")), at: 0)
  }
}
