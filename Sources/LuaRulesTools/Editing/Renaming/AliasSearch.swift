import LuaRules
import LuaSyntax

/// Finds rules that may give an object of another key, whose members then have two paths.
struct AliasSearch {
  private let origins: ValueOrigins
  private var known: Set<String> = []

  private let inspected: InspectedNames

  init(_ origins: ValueOrigins, for subject: RenamedName) {
    self.origins = origins
    inspected = InspectedNames(subject, [], origins.project)
  }

  /// Refuses a path if the rules that give a value on it may give another key's value.
  ///
  /// - Throws: ``RenameError`` that names such a rule.
  mutating func checkRules(giving path: some Collection<String>) throws(RenameError) {
    for count in stride(from: 1, through: path.count, by: 1) {
      let key = path.prefix(count).joined(separator: ".")
      guard known.insert(key).inserted, origins.project.index?.rules(for: key).isEmpty == false,
        !isPlain(Array(path.prefix(count)))
      else { continue }
      for rule in origins.project.index?.rules(for: key) ?? [] where !inspected.isWritten(rule) {
        if case .constant = rule.outcome { continue }
        throw RenameError(
          "\(rule.location): the text does not show what this rule gives to `\(key)`")
      }
      for file in origins.project.sortedFiles where !file.outline.isTestFile {
        try checkRules(for: key, file)
      }
    }
  }

  /// Whether the schema allows only numbers, texts and Booleans.
  private func isPlain(_ path: [String]) -> Bool {
    guard let type = origins.project.index?.declaration(of: path)?.type else { return false }
    return type.isPlain
  }

  private func checkRules(for key: String, _ file: EditedFile) throws(RenameError) {
    let syntax = file.outline.syntax
    for rule in file.outline.rules {
      var values: [SyntaxTree.Value] = []
      if rule.key == key, let value = syntax.field("value", of: rule.table)?.value {
        values.append(value)
      }
      if case .table(let set)? = syntax.field("set", of: rule.table)?.value {
        values += syntax.tables[set].fields.filter { field in
          field.name.map { syntax.isText($0, key) } ?? true
        }.map(\.value)
      }
      guard values.allSatisfy({ isOwn($0, file) }) else {
        let place = file.place(ofToken: syntax.tables[rule.table].open)
        throw RenameError(
          "\(place): what this rule gives to `\(key)` may be the value of another key")
      }
    }
  }

  /// Whether a value is made by the rule.
  private func isOwn(_ value: SyntaxTree.Value, _ file: EditedFile) -> Bool {
    var stepsLeft = 10_000
    return isOwn(value, file, depth: 0, &stepsLeft)
  }

  private func isOwn(
    _ value: SyntaxTree.Value, _ file: EditedFile, depth: Int, _ stepsLeft: inout Int
  ) -> Bool {
    stepsLeft -= 1
    guard depth < 20, stepsLeft > 0 else { return false }
    func isOwn(_ value: SyntaxTree.Value) -> Bool {
      self.isOwn(value, file, depth: depth + 1, &stepsLeft)
    }
    let syntax = file.outline.syntax
    switch value {
    case .string, .plain, .text: return true
    case .table(let table):
      return syntax.tables[table].fields.allSatisfy { isOwn($0.value) }
    case .function(let function):
      return syntax.functions[function].returns.allSatisfy { isOwn($0) }
    case .either(let values): return values.allSatisfy { isOwn($0) }
    case .call: return origins.origin(of: value, in: file) == .data
    case .chain(let number):
      let chain = syntax.chains[number]
      if case .path(let path) = origins.origin(of: value, in: file) { return isPlain(path) }
      guard chain.steps.isEmpty else { return false }
      if let binding = chain.use.binding, origins.mayBeFilled(binding, file) { return false }
      guard let binding = chain.use.binding else {
        return syntax.isText(chain.use.token, "null")
      }
      guard !syntax.assigned.contains(binding) else { return false }
      switch syntax.bindings[binding].value {
      case .table?, .function?: return isOwn(syntax.bindings[binding].value ?? .other)
      default: return false
      }
    case .member, .other: return false
    }
  }
}

extension ValueType {
  /// Whether it allows only numbers, texts and Booleans.
  fileprivate var isPlain: Bool {
    switch self {
    case .boolean, .integer, .number, .string, .enumeration: true
    case .optional(let wrapped): wrapped.isPlain
    default: false
    }
  }
}
