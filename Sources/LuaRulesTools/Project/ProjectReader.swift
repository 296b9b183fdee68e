import LuaBridge
import LuaRules

/// A reader for the fields of a project file.
struct ProjectReader {
  let path: String
  private let text: String
  private let object: LuaTable
  /// The prefix of names in messages: the field that contains the object.
  private let prefix: String
  private var known: [String] = []

  /// Reads the text of a project file.
  init(json: String, path: String) throws(RuleError) {
    let value: LuaValue
    do {
      value = try JSON.read(json)
    } catch {
      throw RuleError(
        .badProject, "the project is not JSON: column \(error.column): \(error.message)",
        at: SourceLocation(file: path, line: error.line))
    }
    guard case .table(let object) = value, object.isObject else {
      throw RuleError(
        .badProject, "the project is no object", at: SourceLocation(file: path),
        hint: "it looks like `{ \"rules\": [\".\"] }`")
    }
    self.init(object, path: path, text: json, prefix: "")
  }

  private init(_ object: LuaTable, path: String, text: String, prefix: String) {
    self.path = path
    self.text = text
    self.object = object
    self.prefix = prefix
  }

  /// Throws for the first unknown field.
  func end() throws(RuleError) {
    for (name, _) in object.fields where !known.contains(name) {
      let meant = RuleError.likelyName(for: name, among: known)
      throw RuleError(
        .badProject, "unknown field `\(prefix)\(name)`", at: SourceLocation(file: path),
        hint: meant.map { "did you mean `\(prefix)\($0)`?" }
          ?? "known are \(known.map { "`\($0)`" }.joined(separator: ", "))")
    }
  }

  // MARK: Paths

  mutating func path(_ name: String) throws(RuleError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value, !text.isEmpty else { throw wrong(name, "a path") }
    return resolved(text)
  }

  /// Reads one of the words of a policy.
  mutating func word<Policy: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(RuleError) -> Policy? where Policy.RawValue == String {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value, let policy = Policy(rawValue: text) else {
      let names = Policy.allCases.map { "\"\($0.rawValue)\"" }
      throw wrong(name, names.joined(separator: " or "))
    }
    return policy
  }

  mutating func gates(_ name: String) throws(RuleError) -> [ProjectGate] {
    let names = ProjectGate.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    guard let value = take(name) else { return [] }
    guard let list = list(value, at: [name]) else { throw wrong(name, "a list of \(names)") }
    var gates: [ProjectGate] = []
    for element in list.elements {
      guard case .string(let text) = element, let gate = ProjectGate(rawValue: text) else {
        throw wrong(element, in: name, names)
      }
      gates.append(gate)
    }
    return gates
  }

  mutating func paths(_ name: String) throws(RuleError) -> [String] {
    guard let value = take(name) else { return [] }
    guard let list = list(value, at: [name]) else { throw wrong(name, "a list of paths") }
    var paths: [String] = []
    for element in list.elements {
      guard case .string(let text) = element, !text.isEmpty else {
        throw wrong(element, in: name, "paths")
      }
      paths.append(resolved(text))
    }
    return paths
  }

  /// Returns a path that is relative to the project's folder as one relative to
  /// the working directory.
  private func resolved(_ text: String) -> String {
    guard !text.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return text }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    if text == "." { return folder }
    return folder == "/" ? "/\(text)" : "\(folder)/\(text)"
  }

  // MARK: Limits

  mutating func limits(_ name: String) throws(RuleError) -> ProjectLimits {
    guard let value = take(name) else { return ProjectLimits() }
    guard let object = object(value, at: [name]) else { throw wrong(name, "an object") }
    var reader = ProjectReader(object, path: path, text: text, prefix: "\(name).")
    var limits = ProjectLimits()
    limits.time = try reader.seconds("time")
    for count in ProjectLimits.counts {
      limits[keyPath: count.path] = try reader.count(count.name, upTo: count.greatest)
    }
    try reader.end()
    return limits
  }

  private mutating func count(_ name: String, upTo greatest: Int) throws(RuleError) -> Int? {
    guard let value = take(name) else { return nil }
    guard case .integer(let number) = value, let count = Int(exactly: number),
      (1...greatest).contains(count)
    else {
      throw wrong(name, "an integer from 1 \(greatest == .max ? "on" : "to \(greatest)")")
    }
    return count
  }

  mutating func percent(_ name: String) throws(RuleError) -> Double? {
    let percent: Double
    switch take(name) {
    case nil: return nil
    case .integer(let number)?: percent = Double(number)
    case .number(let number)?: percent = number
    default: percent = -1
    }
    guard (0...100).contains(percent) else { throw wrong(name, "a number from 0 to 100") }
    return percent
  }

  private mutating func seconds(_ name: String) throws(RuleError) -> Double? {
    let seconds: Double
    switch take(name) {
    case nil: return nil
    case .integer(let number)?: seconds = Double(number)
    case .number(let number)?: seconds = number
    default: seconds = 0
    }
    guard seconds > 0, seconds <= ProjectLimits.mostSeconds else {
      throw wrong(name, "seconds, more than 0 and at most 86400")
    }
    return seconds
  }

  // MARK: Fields

  mutating func take(_ name: String) -> LuaValue? {
    known.append(name)
    return object[name]
  }

  /// Returns a value that is written as an object.
  func object(_ value: LuaValue, at field: [String]) -> LuaTable? {
    guard case .table(let table) = value, table.isObject else { return nil }
    return table
  }

  /// Returns a value that is written as a list.
  func list(_ value: LuaValue, at field: [String]) -> LuaTable? {
    guard case .table(let table) = value, !table.isObject else { return nil }
    return table
  }

  /// Returns an error at the line of a field.
  ///
  /// - Parameters:
  ///   - field: The names that lead to the field.
  ///   - message: The message.
  ///   - hint: The hint.
  /// - Returns: The error.
  func error(_ field: [String], _ message: String, hint: String? = nil) -> RuleError {
    let file = EditedFile(text, path: path)
    var line: Int?
    var names = JSONNames(text)
    names.read { path, range, _ in
      if path == field { line = file.position(of: range.lowerBound).line + 1 }
    }
    return RuleError(
      .badProject, message, at: SourceLocation(file: self.path, line: line), hint: hint)
  }

  private func wrong(_ element: LuaValue, in name: String, _ expected: String) -> RuleError {
    RuleError(
      .badProject, "the field `\(name)` has \(element.literal) in it; expected \(expected)",
      at: SourceLocation(file: path))
  }

  func wrong(_ name: String, _ expected: String) -> RuleError {
    let value = object[name]
    let given =
      switch value {
      case .table?: value.flatMap { object($0, at: [name]) } == nil ? "a list" : "an object"
      default: value?.literal ?? "nothing"
      }
    return RuleError(
      .badProject, "the field `\(prefix)\(name)` is \(given); expected \(expected)",
      at: SourceLocation(file: path))
  }
}
