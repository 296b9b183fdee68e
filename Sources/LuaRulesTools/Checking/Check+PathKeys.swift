import LuaBridge
import LuaRules

// Checks of keys that are paths, such as `order.total`, and of what stands beside them.

extension Check {
  /// Finds constants for path keys that do not fit the declared member.
  mutating func checkPathKeys(of rules: CheckedRules) {
    for rule in rules.model.rules where rule.key.isPathKey && schema.type(of: rule.key) == nil {
      guard case .constant(let value) = rule.outcome, let type = acceptedType(for: rule.key)
      else { continue }
      let given = LuaType(value: value)
      guard !given.mayBeGiven(to: type) else { continue }
      guard case .string(let text) = value, !type.present.listedTexts.isEmpty else {
        add(
          .wrongType, .warning,
          "the rule for `\(rule.key)` gives \(given.kindsOnly.text); expected \(type.present.expectation)",
          at: rule.location, rule: rule)
        continue
      }
      let meant = RuleError.likelyName(for: text, among: type.present.listedTexts)
        .map { LuaValue.string($0).literal }
      add(
        .wrongValue, .warning,
        "rule for `\(rule.key)` gives \(value.literal); expected \(type.present.expectation)",
        at: rule.valueLocation, fix: meant.map { "did you mean \($0)?" },
        replacement: meant, rule: rule)
    }
  }

  /// Returns the declared type of what a rule gives to a key or a member; `nil` if there is none.
  func acceptedType(for key: String) -> ValueType? {
    if schema.type(of: key) != nil { return schema.typeOfOneRule(for: key) }
    guard key.isPathKey else { return nil }
    let type = schema.type(ofDeclared: key.split(separator: ".").map(String.init)[...])
    return type == .any ? nil : type
  }

  /// Returns the unknown member to which a pattern leads: of a list, or of an object with a path key,
  /// whose other members are nil.
  func problem(inPattern path: [String]) -> DeclaredNames.Problem? {
    guard let first = path.first, names.assignedKey(of: path) == nil,
      var type = schema.type(of: first)
    else { return nil }
    for (index, name) in path.enumerated().dropFirst() {
      if names.prefixes.contains(ByteName(path[...index].joined(separator: "."))) {
        type = type.memberType(name)
        continue
      }
      if case .list = type.present, NamePath.position(name) ?? 0 < 1 {
        return .unknownMember(name, of: Array(path[..<index]), type: type)
      }
      guard case .object(let object) = type.present, !object.isOpen, !object.mayShowMore else {
        return nil
      }
      guard let member = object[name] else {
        return .unknownMember(name, of: Array(path[..<index]), type: type)
      }
      type = member.type
    }
    return nil
  }

  /// Reports a key for an undeclared member if its name is close to a declared
  /// one.
  ///
  /// Rules may assign undeclared members, which other rules or the program read.
  mutating func checkAssignedMember(_ key: String, _ rule: InspectedRule) {
    let path = key.split(separator: ".").map(String.init)
    guard let name = path.last, path.count > 1 else { return }
    let type = schema.type(ofDeclared: path.dropLast())
    guard !type.memberNames.contains(name) else { return }
    guard let meant = DeclaredNames.likelyMember(name, among: type.memberNames) else { return }
    // Perhaps the member is one that other rules read.
    let isRead = dependencies.readKeys.contains(ByteName(key))
    add(
      .unknownMember, isRead ? .info : .warning,
      "no member `\(name)` is declared of `\(path.dropLast().joined(separator: "."))`",
      at: rule.location, fix: "did you mean `\(meant)`?", subject: name,
      replacement: isRead ? meant : nil, rule: rule)
  }
}

extension RuleSchema {
  /// Returns the type of a path of declared names; `any` if one is not declared.
  func type(ofDeclared path: ArraySlice<String>) -> ValueType {
    path.dropFirst().reduce(path.first.flatMap { type(of: $0) } ?? .any) { $0.memberType($1) }
  }
}
