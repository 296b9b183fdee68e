import LuaBridge
import LuaBytecode

// The fields of a rule with one value each.

extension RuleReader {
  mutating func priority(
    _ node: LuaNode?, _ site: WrittenTable?, _ place: SourceLocation
  ) -> Priority? {
    guard let node else { return nil }
    if case .scalar(.string(let name)) = node, let priority = Priority(name: name) {
      return priority
    }
    if let number = Self.integer(node), let priority = Priority(rawValue: number) {
      return priority
    }
    var hint: String?
    if case .scalar(.string(let name)) = node {
      hint = Spelling.suggestion(for: name, among: Priority.names.map(\.name))
        .map { "did you mean \"\($0)\"?" }
    }
    report(
      .badPriority,
      "`priority` is \(Self.shown(node)); expected an integer from \(Priority.range.lowerBound) "
        + "to \(Priority.range.upperBound), or one of "
        + Priority.names.map(\.name).joined(separator: ", "),
      at: FieldPlace("priority", site, in: place).location, hint: hint)
    return nil
  }

  mutating func key(
    _ node: LuaNode?, _ site: WrittenTable?, _ place: SourceLocation
  ) -> String? {
    guard let node else { return nil }
    guard case .scalar(.string(let name)) = node else {
      report(
        .badRule, "`key` is \(Self.shown(node)); expected a string",
        at: FieldPlace("key", site, in: place).location)
      return nil
    }
    return isKey(name, at: FieldPlace("key", site, in: place)) ? name : nil
  }

  mutating func isKey(_ name: String, at place: @autoclosure () -> FieldPlace) -> Bool {
    if lastKey?.hasSameBytes(as: name) == true { return true }
    guard let problem = NamePath.problem(of: name) else {
      if let position = NamePath.steps(of: name)?.dropFirst().first(where: {
        NamePath.position($0) != nil
      }) {
        report(
          .badRule, "`\(name)` is the position \(position) of a list, which no rule can assign",
          at: place().location, hint: "assign the whole list")
        return false
      }
      lastKey = name
      return true
    }
    let shown = LuaValue.string(name).literal
    report(
      .badRule, "\(shown) is not a key; expected a name, or names with dots between",
      at: place().location, hint: problem.hint)
    return false
  }

  mutating func text(
    _ field: String, _ node: LuaNode?, _ site: WrittenTable?, _ place: SourceLocation
  ) -> String? {
    guard let node else { return nil }
    if case .scalar(.string(let text)) = node { return text }
    report(
      .badRule, "`\(field)` is \(Self.shown(node)); expected a string",
      at: FieldPlace(field, site, in: place).location)
    return nil
  }

  static func integer(_ node: LuaNode) -> Int? {
    switch node {
    case .scalar(.integer(let integer)): Int(exactly: integer)
    case .scalar(.number(let number)): Int(exactly: number)
    default: nil
    }
  }

  static func shown(_ node: LuaNode) -> String {
    node.value.literal
  }
}

// MARK: - Places

/// The location of a field of a rule, computed only when it is needed.
struct FieldPlace {
  private let name: String
  private let other: String?
  private let site: WrittenTable?
  private let rule: SourceLocation

  /// Creates the place of a field of a rule, or of another field if the first
  /// one is not written.
  init(_ name: String, or other: String? = nil, _ site: WrittenTable?, in rule: SourceLocation) {
    self.name = name
    self.other = other
    self.site = site
    self.rule = rule
  }

  /// The location of the field, or of the rule if the line of the field is
  /// unknown.
  var location: SourceLocation {
    let line = site?.line(ofField: name) ?? other.flatMap { site?.line(ofField: $0) }
    return line.map { SourceLocation(file: rule.file, line: $0) } ?? rule
  }
}

extension RuleReader {
  func location(_ line: Int?) -> SourceLocation {
    SourceLocation(file: file, line: line)
  }

  /// Returns the line of the first function in a rule, for rules that were not
  /// written in place.
  func functionLine(of node: LuaNode) -> Int? {
    guard let number = node.firstFunction, let facts = try? facts(number),
      facts.location?.file == file
    else { return nil }
    return facts.location?.line
  }
}
