import LuaRules
import LuaSyntax

// What is told about a position.

extension EditedProject {
  /// Returns a description of what is at a position, as Markdown, and its place.
  package func description(
    in file: EditedFile, at offset: Int
  ) -> (text: String, range: EditedFile.Range)? {
    guard let (subject, range) = subject(in: file, at: offset) else { return nil }
    return description(of: subject, in: file, at: offset).map { ($0, range) }
  }

  private func description(
    of subject: Subject, in file: EditedFile, at offset: Int
  ) -> String? {
    switch subject {
    case .path(let names): return description(of: names)
    case .field(let name): return description(ofField: name, in: file, at: offset)
    case .library("host"):
      let names = (index?.hostFunctions ?? []).map { "`host.\($0)`" }
      return "**host**: the functions of the program"
        + (names.isEmpty ? "" : ": \(names.joined(separator: ", "))")
    case .library(let name): return Self.description(ofLibrary: name)
    case .host(let name):
      return description(ofHostFunction: name)
    case .module(let name): return description(ofModule: name, in: file)
    case .moduleMember(let module, let name):
      guard let target = self.file(ofModule: module, requiredBy: file.path),
        let place = target.definitions(ofMember: name).first
      else { return nil }
      return target.description(ofDefinitionAt: place.range.lowerBound, title: "\(module).\(name)")
    case .entry(let path, let token, let title):
      guard let target = files[path] ?? (path == file.path ? file : nil) else { return nil }
      let start = target.outline.syntax.tokens[token].start
      return target.description(ofDefinitionAt: start, title: title)
    case .variable(let number): return description(ofVariable: number, in: file, at: offset)
    case .value(let text, let path, let isAnswer):
      return description(ofValue: text, of: path, isAnswer: isAnswer)
    case .priority(let name):
      return RuleIndex.priorities.first { $0.name == name.lowercased() }.map {
        "**\(name)**: the priority \($0.number)"
      }
    case .suppression(let code):
      return RuleFinding.Code.all.first { $0.rawValue == code }.map {
        "**\(code)**: ignored here. \($0.summary)"
      }
    }
  }

  private func description(ofHostFunction name: String) -> String? {
    guard index?.hostFunctions.contains(name) == true else { return nil }
    let type = index?.hostFunctionType(name).map { "\n\n\($0.words)" } ?? ""
    let stub = definitions(ofHostFunction: name).first.flatMap { place in
      files[place.path]?.commentMarkdown(ofDefinitionAt: place.range.lowerBound)
    }
    return "**host.\(name)**: a function of the program\(type)\(stub.map { "\n\n\($0)" } ?? "")"
  }

  static func description(ofLibrary name: String) -> String? {
    if let entry = LuaLibrary.entry(name) {
      return "```lua\n\(entry.signature)\n```\n\n\(entry.doc)"
    }
    let members = LuaLibrary.members(of: name).map { "`\($0.name)`" }
    return members.isEmpty
      ? nil : "**\(name)**: a library of Lua: \(members.joined(separator: ", "))"
  }

  func description(ofModule name: String, in file: EditedFile) -> String? {
    guard let target = self.file(ofModule: name, requiredBy: file.path) else { return nil }
    let comment = target.comment(before: target.firstCode)
    let members = target.memberNames.map { "`\($0)`" }
    let root = ruleFolders.first { target.path.hasPrefix($0 + "/") }
    let path = root.map { String(target.path.dropFirst($0.utf8.count + 1)) } ?? target.name
    return [
      "**\(name)**: the module `\(path)`", comment,
      members.isEmpty ? "" : "It returns \(members.joined(separator: ", ")).",
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: Keys and members

  /// Writes a path; the elements of a list have no dot before them.
  static func text(of path: [String]) -> String {
    path.joined(separator: ".").replacing(".[]", with: "[]")
  }

  /// Returns a description of a key or a member; `nil` if nothing is known of it.
  func description(of path: [String]) -> String? {
    guard let index else { return nil }
    let key = index.assignedKey(path)
    let declared = index.declaration(of: path)
    guard key != nil || declared != nil else { return nil }
    var parts = ["**\(Self.text(of: path))**"]
    if let declared {
      parts[0] += ": \(Self.text(of: declared.type))"
      let bounds = index.bounds(of: path)
      if !bounds.isEmpty { parts[0] += ", \(bounds)" }
      if declared.isOptional { parts[0] += ", optional" }
      if let doc = declared.doc { parts.append(doc) }
      if let value = declared.defaultText { parts.append("Default: `\(value)`") }
      if let value = declared.textOnError { parts.append("After an error: `\(value)`") }
      if !declared.hitPolicy.isFirst {
        parts.append("Hit policy: `\(declared.hitPolicy.rawValue)`")
      }
      let members = declared.type.memberNames.map { "`\($0)`" }
      if !members.isEmpty { parts.append("Members: \(members.joined(separator: ", "))") }
    }
    if let key {
      let rules = index.rules(for: key)
      var current = CurrentPlaces(self)
      let lines = rules.prefix(8).map { rule in
        let label = rule.name ?? rule.doc
        return
          "- `\(named(rule.location, &current))`: priority \(rule.priority.rawValue), complexity "
          + "\(rule.complexity)" + (label.map { ", \($0)" } ?? "")
      }
      let rest = rules.count > 8 ? ["- and \(rules.count - 8) more"] : []
      parts.append((["Rules, in their order:"] + lines + rest).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  /// Writes a location of the last check, where it is now, below the folder of the rules.
  private func named(_ location: SourceLocation, _ current: inout CurrentPlaces) -> String {
    var location = location
    if location.line != nil { location.line = current.line(of: location).map { $0.line + 1 } }
    let folder = ruleFolders.lazy.map { $0 + "/" }.first { location.file.hasPrefix($0) }
    guard let folder else { return "\(location)" }
    let file = String(location.file.dropFirst(folder.count))
    return "\(SourceLocation(file: file, line: location.line))"
  }

  /// Writes a type; that of a method with its parameters and its result.
  private static func text(of type: ValueType) -> String {
    guard case .function(let function) = type.withoutNull else { return type.expectation }
    let parameters = function.parameters.map(\.expectation).joined(separator: ", ")
    return "a method (\(parameters)), which gives \(function.result.expectation)"
  }

  private func description(
    ofValue text: String, of path: [String], isAnswer: Bool
  ) -> String? {
    let name = Self.text(of: path)
    let values = isAnswer ? index?.values(ofRulesFor: name) : index?.values(of: path)
    let names = (values ?? []).compactMap { value in
      if case .string(let name) = value { name } else { nil as String? }
    }
    guard !names.isEmpty, names.contains(text) || !isAnswer else { return nil }
    let all = names.map { "`\($0)`" }.joined(separator: ", ")
    return names.contains(text)
      ? "**\"\(text)\"**: a value of `\(name)`, one of \(all)"
      : "**\"\(text)\"** is no value of `\(name)`: the values are \(all)"
  }

  // MARK: Fields of rules

  private func description(ofField name: String, in file: EditedFile, at offset: Int) -> String? {
    let fields = file.outline.isTestFile ? RuleIndex.testFields : RuleIndex.fields
    guard let doc = fields.first(where: { $0.name == name })?.doc else { return nil }
    let text = "**\(name)**: \(doc)"
    if file.outline.isTestFile { return text }
    let outline = file.outline
    let tokens = outline.syntax.tokens
    let around = outline.rules.lastIndex { rule in
      let table = outline.syntax.tables[rule.table]
      return tokens[table.open].start <= offset && offset <= tokens[table.close].end
    }
    guard let around else { return text }
    if outline.rules[around].isGroup {
      let count = outline.rules.count { $0.parent == around }
      let key = outline.rules[around].key.map { " for `\($0)`" } ?? ""
      return "\(text)\n\nThis group has \(count == 1 ? "1 rule" : "\(count) rules")\(key)."
    }
    guard let rule = rule(outline.rules[around], in: file) else { return text }
    return "\(text)\n\nThis rule has priority \(rule.priority.rawValue) and complexity "
      + "\(rule.complexity)."
  }

  /// The first of the keys that a rule sets together.
  private func firstKey(
    setBy rule: RuleFileOutline.OutlinedRule, in file: EditedFile
  ) -> String? {
    let syntax = file.outline.syntax
    guard case .table(let keys)? = syntax.field("set", of: rule.table)?.value else { return nil }
    return syntax.tables[keys].fields.lazy.compactMap(\.name).first.map { syntax.text($0) }
  }

  /// The rule of a table, if the last check knows it.
  private func rule(_ outlined: RuleFileOutline.OutlinedRule, in file: EditedFile) -> InspectedRule?
  {
    guard let key = outlined.key ?? firstKey(setBy: outlined, in: file), let index else {
      return nil
    }
    let open = file.outline.syntax.tables[outlined.table].open
    let line = file.position(of: file.outline.syntax.tokens[open].start).line
    let lines = movedLines(of: file)
    return index.rules(for: key).first { rule in
      guard let old = rule.location.line, lines.lineOfSameRule(old - 1) == line else {
        return false
      }
      return Self.absolute(rule.location.file) == file.path
    }
  }
}
