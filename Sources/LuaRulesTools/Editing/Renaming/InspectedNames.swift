import LuaRules
import LuaSyntax

/// Compares the places that texts show for a name with what the last check found in the rules.
struct InspectedNames {
  private let subject: RenamedName
  private let places: [EditedProject.Place]
  private let project: EditedProject
  /// The lines of the places.
  private var lines: Set<Line> = []
  /// The rules of the texts by the lines of their tables.
  private var rules: [Line: [Int]] = [:]

  private struct Line: Hashable {
    let path: String
    let line: Int
  }

  init(_ subject: RenamedName, _ places: [EditedProject.Place], _ project: EditedProject) {
    self.subject = subject
    self.places = places
    self.project = project
    for place in places {
      guard let file = project.files[place.path] else { continue }
      lines.insert(Self.line(of: place.range.lowerBound, in: file))
    }
    for (path, file) in project.files {
      let syntax = file.outline.syntax
      for (number, rule) in file.outline.rules.enumerated() {
        let start = syntax.tokens[syntax.tables[rule.table].open].start
        rules[Line(path: path, line: Self.line(of: start, in: file).line), default: []]
          .append(number)
      }
    }
  }

  private static func line(of offset: Int, in file: EditedFile) -> Line {
    Line(path: file.path, line: file.position(of: offset).line + 1)
  }

  private static func line(of place: SourceLocation) -> Line {
    Line(path: EditedProject.absolute(place.file), line: place.line ?? 0)
  }

  /// Compares all rules.
  ///
  /// - Throws: ``RenameError`` that names what the texts do not show.
  func check(_ index: RuleIndex) throws(RenameError) {
    for rule in index.allRules {
      if names(LuaPlace.names(rule.key)), !isWritten(rule) {
        throw refusal("this rule is for", rule.key, rule.location)
      }
      for case .pattern(let entries) in rule.conditions {
        guard let entry = entries.first(where: { names($0.path) }), !isTested(by: rule) else {
          continue
        }
        throw refusal("this rule tests", EditedProject.text(of: entry.path), rule.location)
      }
      for function in rule.functions {
        for read in function.reads where names(read.path) {
          if lines.contains(Self.line(of: read.location)) || isAlias(read.path, in: function) {
            continue
          }
          throw refusal("this reads", EditedProject.text(of: read.path), read.location)
        }
      }
    }
  }

  /// Compares the order in which patterns test their names: that of their bytes.
  ///
  /// - Throws: ``RenameError`` for a pattern whose tests change places, if one of them may raise an
  ///   error, which the others keep from being raised.
  func checkOrder(_ index: RuleIndex, renamedTo name: String) throws(RenameError) {
    for rule in index.allRules {
      for case .pattern(let entries) in rule.conditions where entries.count > 1 {
        let new = entries.map { entry in
          var path = entry.path
          for end in path.indices where isName(at: end, of: entry.path) { path[end] = name }
          return path.joined(separator: ".")
        }
        let old = entries.map { $0.path.joined(separator: ".") }
        let isSame = order(of: old) == order(of: new)
        guard isSame || entries.allSatisfy({ isHarmless($0.path, index) }) else {
          throw RenameError(
            "\(rule.location): with this name the pattern is tested in another order")
        }
      }
    }
  }

  /// Whether a path is read behind a variable: `local t = c.todo`, and in another line `t.title`.
  private func isAlias(_ path: [String], in function: InspectedFunction) -> Bool {
    guard let end = path.indices.first(where: { isName(at: $0, of: path) }),
      end < path.count - 1
    else { return false }
    return function.reads.contains { read in
      read.path.elementsEqual(path[...end]) && lines.contains(Self.line(of: read.location))
    }
  }

  private func isName(at end: Int, of path: [String]) -> Bool {
    path[end] == subject.name && subject.relation(to: Array(path[...end])) == .same
  }

  private func order(of names: [String]) -> [Int] {
    names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
  }

  /// Whether reading a path in a pattern raises no error: no rule gives it, and it may be nothing.
  private func isHarmless(_ path: [String], _ index: RuleIndex) -> Bool {
    guard let first = path.first, let declared = index.declaration(of: [first]) else {
      return false
    }
    return (declared.type.isOptional || declared.defaultText != nil)
      && index.assignedKeys.allSatisfy { $0.prefix { $0 != "." } != first }
  }

  private func refusal(_ what: String, _ name: String, _ place: SourceLocation) -> RenameError {
    RenameError("\(place): the text does not show that \(what) `\(name)`")
  }

  /// Whether a path goes through the name.
  private func names(_ path: [String]) -> Bool {
    path.indices.contains { isName(at: $0, of: path) }
  }

  // MARK: Rules in the texts

  private func outlined(_ rule: InspectedRule) -> (file: EditedFile, rules: [Int])? {
    let line = Self.line(of: rule.location)
    guard let file = project.files[line.path] else { return nil }
    return (file, rules[line] ?? [])
  }

  /// Whether the text names the key of a rule.
  func isWritten(_ rule: InspectedRule) -> Bool {
    guard let (file, numbers) = outlined(rule) else { return false }
    let syntax = file.outline.syntax
    return numbers.contains { number in
      let outlined = file.outline.rules[number]
      let outputs = outlined.parent.map { file.outline.rules[$0].outputs } ?? []
      if outlined.key == rule.key || outputs.contains(rule.key) { return true }
      guard case .table(let set)? = syntax.field("set", of: outlined.table)?.value else {
        return false
      }
      return syntax.field(rule.key, of: set) != nil
    }
  }

  /// Whether one of the places is in the pattern of a rule, or of a group around it.
  private func isTested(by rule: InspectedRule) -> Bool {
    guard let (file, numbers) = outlined(rule) else { return false }
    let outline = file.outline
    return numbers.contains { number in
      var next: Int? = number
      while let number = next {
        next = outline.rules[number].parent
        if isNamed(inPatternOf: outline.rules[number].table, file) { return true }
      }
      return false
    }
  }

  private func isNamed(inPatternOf table: Int, _ file: EditedFile) -> Bool {
    let syntax = file.outline.syntax
    let inputs = file.outline.names(inColumn: "inputs", of: table)
    if inputs.contains(where: { isNamed(in: $0...$0, file) }) { return true }
    guard let when = syntax.field("when", of: table) else { return false }
    var tokens = when.start...when.end
    // A pattern may stand in a variable.
    if case .chain(let chain) = when.value, let binding = syntax.chains[chain].use.binding,
      case .table(let pattern)? = syntax.bindings[binding].value
    {
      tokens = syntax.tables[pattern].open...syntax.tables[pattern].close
    }
    return isNamed(in: tokens, file)
  }

  private func isNamed(in tokens: ClosedRange<Int>, _ file: EditedFile) -> Bool {
    let all = file.outline.syntax.tokens
    let range = all[tokens.lowerBound].start..<all[tokens.upperBound].end
    return places.contains { $0.path == file.path && range.overlaps($0.range) }
  }
}
