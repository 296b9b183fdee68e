import LuaRules

/// The content of the options of a question: rules, keys, and contexts.
struct Question {
  let model: RuleModel
  /// The keys to evaluate, in byte order: the named keys, or else all keys that
  /// rules assign.
  let keys: [String]
  /// Whether one key was named, so that its value alone is the answer.
  let hasOneKey: Bool

  private let options: QuestionOptions
  private let assignments: [ValueAssignment]

  /// Reads the schema, loads the rules and checks the values of `--set`.
  ///
  /// - Throws: ``Failure``.
  init(_ options: QuestionOptions) throws {
    try self.init(options, about: RuleModel(options.rules))
    for assignment in assignments {
      if let oddity = assignment.oddity(for: model) {
        StandardError.print("--set: warning: \(oddity)")
      }
    }
  }

  /// Checks the values of `--set` for a loaded model.
  ///
  /// - Throws: ``Failure``.
  init(_ options: QuestionOptions, about model: RuleModel) throws {
    self.options = options
    self.model = model
    keys = (options.keys.isEmpty ? model.assignedKeys : options.keys).sortedNames()
    hasOneKey = options.keys.count == 1
    assignments = options.values.values.map(ValueAssignment.init)
    var context = RuleContext(model)
    try set(in: &context)
  }

  /// Creates the context of the options, with the values of `--set` over it.
  ///
  /// - Throws: ``Failure``.
  func context() throws -> RuleContext {
    guard let path = options.values.context else { return try context(json: "{}", name: "context") }
    let file = try InputFile(path, orStandardInput: true)
    return try context(json: try file.text(or: .badContext), name: path)
  }

  /// Creates a context from JSON, with the values of `--set` over it.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - name: The name of the text in errors.
  ///   - line: The number of its line, if it is one of several lines.
  /// - Returns: The context.
  /// - Throws: ``Failure``.
  func context(json: String, name: String, line: Int? = nil) throws -> RuleContext {
    var context = RuleContext(model)
    do {
      try context.setValues(json: json, name: name, line: line)
    } catch {
      throw Failure(error, .badData)
    }
    let place = SourceLocation(file: name, line: line)
    for key in context.setNames {
      guard var error = model.misspelling(ofContextName: key) else { continue }
      error.location = place
      if options.rules.unusedKeys == .refuse { throw Failure(error, .badData) }
      StandardError.print("\(error.warning())")
    }
    try set(in: &context)
    return context
  }

  private func set(in context: inout RuleContext) throws {
    for assignment in assignments {
      do {
        try context.setValue(json: assignment.json, for: assignment.name)
      } catch {
        var error = error
        error.location = SourceLocation(file: "--set")
        throw Failure(error, .badData)
      }
    }
  }
}

extension RuleModel {
  /// Loads the rules of the options.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - host: What stands for the functions of the host; by default placeholders.
  /// - Throws: ``Failure``.
  init(_ options: RuleArguments, host: HostFunctions? = nil) throws {
    let schema = try RuleSchema(contentsOf: options.schema)
    let host = host ?? HostFunctions(placeholders: schema.hostFunctionNames)
    let granted = try GrantedRules(options)
    do {
      var model = try Self.load(options.rules.map(granted.source), options, schema, host)
      for path in options.fallback {
        model = model.fallback(try Self.load([granted.source(path)], options, schema, host))
      }
      self = model
    } catch {
      throw Failure(error, error.code == .unreadable ? .noInput : .rulesAtFault)
    }
  }

  private static func load(
    _ sources: [RuleSource], _ options: RuleArguments, _ schema: RuleSchema, _ host: HostFunctions
  ) throws(RuleError) -> RuleModel {
    try RuleModel(
      sources: sources, schema: schema, host: host, options: options.modelOptions)
  }
}

extension RuleSchema {
  /// Reads a schema; without a path, the schema is empty.
  ///
  /// - Throws: ``Failure``.
  init(contentsOf path: String?, in files: any RuleFileSystem = LocalFileSystem()) throws {
    guard let path else {
      self.init()
      return
    }
    let (text, name) = try SettingsFile(path, in: files).schema()
    try self.init(text: text, name: name)
    for warning in warnings { StandardError.print("\(warning)") }
  }

  /// Reads the text of a schema.
  ///
  /// - Throws: ``Failure``.
  init(text: String, name path: String) throws {
    do {
      try self.init(json: text, name: path)
    } catch {
      throw Failure(error, .badData)
    }
  }
}

extension [String] {
  /// Returns the distinct names in byte order.
  fileprivate func sortedNames() -> [String] {
    Set(self).sortedByBytes()
  }
}
