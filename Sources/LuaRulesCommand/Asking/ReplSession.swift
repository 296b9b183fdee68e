import LuaBridge
import LuaRules
import LuaRulesTools

/// The state of `luarules repl` between lines: the rules, and the values that
/// are set.
struct ReplSession {
  private var options: RuleArguments
  private var model = RuleModel.empty
  private var assignments: [ByteName: ValueAssignment] = [:]
  private var context = RuleContext(.empty)

  /// Loads the rules; errors are printed, and the rules can be loaded again.
  ///
  /// Until the rules are loaded, only the schema is used: it says which values
  /// are secret.
  ///
  /// - Throws: ``Failure`` if there is a schema that cannot be read.
  init(_ options: RuleArguments) throws {
    self.options = options
    var bare = options
    bare.rules = []
    bare.fallback = []
    bare.grant = []
    bare.host = nil
    model = try RuleModel(bare)
    context = RuleContext(model)
    if !options.rules.isEmpty { reload() }
  }

  /// Executes a line.
  ///
  /// - Returns: The text to print, perhaps empty; `nil` for the end. Only the
  ///   colors of an explanation contain control characters for a terminal.
  mutating func answer(to line: String) -> String? {
    let line = line.trimmed
    let (word, rest) = Self.split(line)
    if word == "explain" { return explain(rest) }
    return plainAnswer(to: line, word, rest).map(PrintableText.ofLines)
  }

  private mutating func plainAnswer(
    to line: String, _ word: String, _ rest: String
  ) -> String? {
    switch (word, rest) {
    case ("", _): return ""
    case ("quit", ""), ("exit", ""): return nil
    case ("help", ""): return Self.help
    case ("load", _): load(rest)
    case ("reload", ""): reload()
    case ("set", ""): return settings
    case ("set", _): set(rest)
    case ("unset", _): unset(rest)
    case ("keys", ""): return keys
    case ("list", ""): return table
    case ("?", _): return ask(rest)
    case ("flip", _): return flip(rest)
    default: return ask(line)
    }
    return ""
  }

  static let help = """
    KEY, ? KEY        what the rules answer for a key, or a path such as person.status
    explain KEY       why
    flip KEY = VALUE  the smallest change that gives the key a value
    set KEY = VALUE   sets a value: JSON, or else a string
    set               what is set
    unset KEY         takes it back
    keys              the keys that rules assign
    list              all rules in the order in which they are asked
    load RULES        adds rule files or folders
    reload            reads all rules again
    help, quit
    """

  // MARK: Rules

  private mutating func load(_ paths: String) {
    let paths = paths.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !paths.isEmpty else { return Self.report("load needs rule files or folders") }
    let before = options
    options.rules += paths.filter { !options.rules.contains($0) }
    if !reload() { options = before }
  }

  /// Reads all rules again; rules that do not load do not replace the current
  /// ones.
  @discardableResult
  private mutating func reload() -> Bool {
    do {
      model = try RuleModel(options)
    } catch {
      Self.report(error)
      return false
    }
    context = RuleContext(model)
    for name in assignments.keys.sortedByBytes() {
      guard let assignment = assignments[name], !Self.apply(assignment, to: &context) else {
        continue
      }
      assignments[name] = nil
    }
    return true
  }

  // MARK: Values

  /// Sets the values of a JSON file.
  mutating func setValues(inFile path: String) {
    do {
      let text = try InputFile(path).text(or: .badContext)
      var read = RuleContext(model)
      try read.setValues(json: text, name: path)
      for name in read.setNames {
        set(ValueAssignment(name: name, json: try read.json(at: name)))
      }
    } catch {
      Self.report(error)
    }
  }

  /// Sets a value if it fits its key.
  mutating func set(_ assignment: ValueAssignment) {
    guard Self.apply(assignment, to: &context) else { return }
    assignments[assignment.name] = assignment
  }

  private mutating func set(_ text: String) {
    guard let assignment = Self.assignment(text) else {
      return Self.report("set takes KEY = VALUE")
    }
    set(assignment)
  }

  private mutating func unset(_ name: String) {
    guard context.isSet(name) else { return Self.report("`\(name)` is not set") }
    context.unset(name)
    assignments[name] = nil
  }

  private static func apply(_ assignment: ValueAssignment, to context: inout RuleContext) -> Bool {
    do {
      try context.setValue(json: assignment.json, for: assignment.name)
      if let error = context.model.misspelling(ofContextName: assignment.name) {
        report("\(error.warning())")
      }
      return true
    } catch {
      report(error)
      return false
    }
  }

  private var settings: String {
    context.setNames.map { name in
      "\(name) = \(context.explain(at: name).answer.json ?? "")"
    }.joined(separator: "\n")
  }

  // MARK: Answers

  private func ask(_ key: String) -> String {
    guard key[...].isKeyPath else {
      Self.report("`\(key)` is neither a key nor a command; try help")
      return ""
    }
    do {
      return try context.json(at: key)
    } catch {
      Self.report(error)
      return context.jsonOnError(at: key) ?? ""
    }
  }

  private func explain(_ key: String) -> String {
    guard key[...].isKeyPath else {
      Self.report("explain needs a key")
      return ""
    }
    return context.explain(at: key).text(isColored: StandardOutput.ColorMode.auto.showsColors)
  }

  private func flip(_ text: String) -> String {
    guard let wanted = Self.assignment(text) else {
      Self.report("flip takes KEY = VALUE")
      return ""
    }
    do {
      let value = try wanted.value()
      return try context.flip(wanted.name, to: value).text(wanted.name, value)
    } catch let obstacle as Counterfactual.Obstacle {
      Self.report(([obstacle.message] + obstacle.notes.map { "  \($0)" }).joined(separator: "\n"))
    } catch {
      Self.report(error)
    }
    return ""
  }

  private var keys: String { model.assignedKeys.joined(separator: "\n") }

  private var table: String {
    do {
      return try RuleTable(model).text.trimmed
    } catch {
      Self.report(error)
      return ""
    }
  }

  // MARK: Lines

  /// Returns the first word, and the rest of the line.
  private static func split(_ line: String) -> (word: String, rest: String) {
    if line.hasPrefix("?") { return ("?", String(line.dropFirst()).trimmed) }
    guard let end = line.firstIndex(where: \.isWhitespace) else { return (line, "") }
    return (String(line[..<end]), String(line[end...]).trimmed)
  }

  /// Returns the assignment `KEY = VALUE`, with or without spaces; `nil` for
  /// any other text.
  private static func assignment(_ text: String) -> ValueAssignment? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = String(text[..<equals]).trimmed
    guard name[...].isKeyPath else { return nil }
    return ValueAssignment("\(name)=\(String(text[text.index(after: equals)...]).trimmed)")
  }

  private static func report(_ error: any Error) {
    switch error {
    case let failure as Failure: StandardError.print(failure.error)
    case let error as RuleError: StandardError.print(error)
    default: report("\(error)")
    }
  }

  private static func report(_ message: String) {
    StandardError.print("error: \(message)")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
