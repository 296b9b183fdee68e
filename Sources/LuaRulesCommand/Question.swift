import LuaRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the options of a question come to: rules, and a context to ask.
struct Question {
  let model: RuleModel
  private let options: QuestionOptions

  /// Reads the schema and loads the rules.
  ///
  /// - Throws: ``Failure``.
  init(_ options: QuestionOptions) throws {
    self.options = options
    var schema = RuleSchema()
    if let path = options.schema {
      let text = try Self.read(path)
      do {
        schema = try RuleSchema(json: text, name: path)
      } catch {
        throw Failure([error], status: .badData)
      }
    }
    let host = HostFunctions(placeholders: schema.hostFunctionNames)
    do {
      var model = try Self.model(options.rules, options, schema, host)
      for path in options.fallback {
        model = model.fallback(try Self.model([path], options, schema, host))
      }
      self.model = model
    } catch let error as RuleError {
      throw Failure([error], status: error.code == .unreadable ? .noInput : .rulesAtFault)
    }
  }

  private static func model(
    _ paths: [String], _ options: QuestionOptions, _ schema: RuleSchema, _ host: HostFunctions
  ) throws -> RuleModel {
    try RuleModel(
      sources: paths.map(RuleSource.init(path:)), schema: schema, host: host,
      standIns: options.host.map(RuleSource.init(path:)), budget: options.budget,
      loadingBudget: options.loadingBudget)
  }

  /// Creates the context: the file's values, and those of `--set` over them.
  ///
  /// - Parameter json: The text of a context; `nil` reads what `--context` says.
  /// - Throws: ``Failure``.
  func context(json: String? = nil) throws -> RuleContext {
    var context = RuleContext(model)
    do {
      if let json {
        try context.setValues(json: json)
      } else if let path = options.context {
        do {
          try context.setValues(json: try Self.read(path))
        } catch var error as RuleError {
          error.location = SourceLocation(file: path)
          throw error
        }
      }
      for assignment in options.values { try Self.set(assignment, in: &context) }
    } catch let error as RuleError {
      throw Failure([error], status: .badData)
    }
    return context
  }

  /// The keys that are asked when none is named: every key that a rule assigns.
  var assignedKeys: [String] { model.assignedKeys }

  private static func set(_ assignment: String, in context: inout RuleContext) throws {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let text = parts.count > 1 ? String(parts[1]) : ""
    do {
      try context.setValue(json: text, for: name)
    } catch let error where error.message.contains("is not JSON") {
      try context.setValue(json: JSONText.quoted(text), for: name)
    }
  }

  static func read(_ path: String) throws -> String {
    let data: Data?
    if path == "-" {
      data = StandardInput.read()
    } else {
      data = FileManager.default.contents(atPath: path)
    }
    guard let data else {
      throw Failure(
        [RuleError(.unreadable, "the file cannot be read", at: SourceLocation(file: path))],
        status: .noInput)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(
        [RuleError(.badContext, "the file is not UTF-8", at: SourceLocation(file: path))],
        status: .badData)
    }
    return text
  }
}

extension QuestionOptions {
  /// What asking may use.
  var budget: Budget {
    var budget = Budget()
    if let maxInstructions { budget.instructions = maxInstructions }
    if let maxTime { budget.time = .seconds(maxTime) }
    if let maxMemory { budget.memory = maxMemory << 20 }
    return budget
  }

  /// What loading may use: ten times what an access may, where that is limited.
  var loadingBudget: Budget {
    var budget = Budget.loading
    if let maxInstructions {
      budget.instructions = maxInstructions.multipliedReportingOverflow(by: 10).overflow
        ? .max : maxInstructions * 10
    }
    if let maxTime { budget.time = .seconds(maxTime * 10) }
    return budget
  }
}
