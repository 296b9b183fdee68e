import LuaRules

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
    let syntax = file.outline.syntax
    switch subject {
    case .path(let names): return description(of: names)
    case .field(let name): return description(ofField: name, in: file, at: offset)
    case .library(let name):
      return LuaLibrary.entry(name).map { "```lua\n\($0.signature)\n```\n\n\($0.doc)" }
    case .host(let name):
      guard index?.hostFunctions.contains(name) == true else { return nil }
      let type = index?.hostFunctionType(name).map { "\n\n\($0.words)" } ?? ""
      return "**host.\(name)**: a function of the program\(type)"
    case .module(let name): return description(ofModule: name, in: file)
    case .moduleMember(let module, let name):
      guard let target = self.file(ofModule: module, requiredBy: file.path),
        let place = target.places(ofMember: name).first
      else { return nil }
      return target.description(ofDefinitionAt: place.range.lowerBound, title: "\(module).\(name)")
    case .variable(let number):
      let binding = syntax.bindings[number]
      if let path = file.outline.path(ofBinding: number) {
        if path.isEmpty { return "**\(binding.name)**: the context, whose members are the keys" }
        let text = Self.text(of: path)
        let type = description(of: path)
        return "**\(binding.name)** is `c.\(text)`" + (type.map { "\n\n\($0)" } ?? "")
      }
      if let module = Self.module(of: binding, in: syntax) {
        return description(ofModule: module, in: file)
      }
      if case .function? = binding.value {
        return file.description(
          ofDefinitionAt: syntax.tokens[binding.token].start, title: binding.name)
      }
      let kind =
        switch binding.kind {
        case .local: "a local variable"
        case .parameter: "a parameter"
        case .loop: "a variable of a loop"
        }
      return "**\(binding.name)**: \(kind), used \(uses(of: number, in: syntax)) times"
    }
  }

  private func uses(of binding: Int, in syntax: LuaSyntax) -> Int {
    syntax.uses.count { $0.binding == binding } - 1
  }

  private func description(ofModule name: String, in file: EditedFile) -> String? {
    guard let target = self.file(ofModule: name, requiredBy: file.path) else { return nil }
    let comment = target.comment(before: target.firstCode)
    return "**\(name)**: a module\(comment.isEmpty ? "" : "\n\n\(comment)")"
  }

  /// Writes a path; the elements of a list have no dot before them.
  static func text(of path: [String]) -> String {
    path.joined(separator: ".").replacing(".[]", with: "[]")
  }

  private func description(of path: [String]) -> String? {
    guard let index else { return nil }
    let key = index.assignedKey(path)
    let declared = index.declaration(of: path)
    guard key != nil || declared != nil else { return nil }
    var parts = ["**\(Self.text(of: path))**"]
    if let declared {
      parts[0] += ": \(declared.type.expectation)"
      if let doc = declared.doc { parts.append(doc) }
      if let value = declared.defaultText { parts.append("Default: `\(value)`") }
      if !declared.hitPolicy.isFirst {
        parts.append("Hit policy: `\(declared.hitPolicy.rawValue)`")
      }
    }
    if let key {
      let rules = index.rules(for: key)
      let lines = rules.prefix(8).map { rule in
        let label = rule.name ?? rule.doc
        return "- `\(rule.location)`: priority \(rule.priority.rawValue), complexity "
          + "\(rule.complexity)" + (label.map { ", \($0)" } ?? "")
      }
      let rest = rules.count > 8 ? ["- and \(rules.count - 8) more"] : []
      parts.append((["Rules, in their order:"] + lines + rest).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private func description(ofField name: String, in file: EditedFile, at offset: Int) -> String? {
    guard let doc = RuleIndex.fields.first(where: { $0.name == name })?.doc else { return nil }
    let text = "**\(name)**: \(doc)"
    guard name != "rules", let rule = rule(in: file, at: offset) else { return text }
    return "\(text)\n\nThis rule has priority \(rule.priority.rawValue) and complexity "
      + "\(rule.complexity)."
  }

  /// The rule whose table is the innermost one around a position, if the last check knows it.
  private func rule(in file: EditedFile, at offset: Int) -> InspectedRule? {
    let outline = file.outline
    let tokens = outline.syntax.tokens
    let around = outline.rules.last { rule in
      let table = outline.syntax.tables[rule.table]
      return tokens[table.open].start <= offset && offset <= tokens[table.close].end
    }
    guard let around, let key = around.key, let index else { return nil }
    let line = file.position(of: tokens[outline.syntax.tables[around.table].open].start).line + 1
    return index.rules(for: key).first { rule in
      rule.location.line == line && Self.absolute(rule.location.file) == file.path
    }
  }
}

extension EditedFile {
  /// The position of the first token.
  var firstCode: Int { outline.syntax.tokens.all.first?.start ?? 0 }

  /// Describes the function or the value that is defined at a position.
  func description(ofDefinitionAt offset: Int, title: String) -> String {
    let line = position(of: offset).line
    let start = self.offset(of: Position(line: line, character: 0))
    let comment = comment(before: start)
    let code = (self.line(line) ?? "").drop { $0 == " " || $0 == "\t" }
    return "**\(title)**\n\n```lua\n\(code)\n```" + (comment.isEmpty ? "" : "\n\n\(comment)")
  }

  /// Returns the text of the comments in the lines directly before a position.
  func comment(before offset: Int) -> String {
    let tokens = outline.syntax.tokens
    var lines: [String] = []
    var line = position(of: offset).line
    for range in tokens.comments.reversed() where range.upperBound <= offset {
      let last = position(of: max(range.lowerBound, range.upperBound - 1)).line
      guard last == line - 1 else { break }
      let text = String(decoding: tokens.bytes[range], as: UTF8.self)
      let words = text.drop { $0 == "-" }.drop { $0 == " " }
      if !words.hasPrefix("@type") { lines.insert(String(words), at: 0) }
      line = position(of: range.lowerBound).line
    }
    return lines.joined(separator: "\n")
  }
}
