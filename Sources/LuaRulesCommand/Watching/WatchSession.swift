import LuaRules
import LuaRulesTools

/// A watch: the last valid inputs, and what was reported about them.
///
/// After every possible change all inputs are read again; the report contains
/// only what differs.
struct WatchSession {
  private let options: QuestionOptions
  private let schemaFile: WatchedText?
  private let contextFile: WatchedText?
  private let watch: any FileSystemWatch
  private var places: Set<WatchedPlace> = []
  private var rules: WatchedRules
  private var report: WatchReport
  /// The text of the schema that the rules were loaded with.
  private var schemaText: String?
  /// The text of the last valid context.
  private var contextText: String?

  init(
    _ options: QuestionOptions, gates: [ProjectGate], format: Watch.Format, wakeUp: WakeUp
  ) {
    self.options = options
    schemaFile = options.rules.schema.map { WatchedText($0, or: .badSchema) }
    contextFile = options.values.context.map {
      WatchedText($0, or: .badContext, orStandardInput: true)
    }
    watch = LocalFileSystem().watch { wakeUp.ring() }
    rules = WatchedRules(options.rules, gates: gates, wakeUp: wakeUp)
    report = WatchReport(format)
  }

  /// Reads all inputs again, and reports what has changed.
  ///
  /// - Throws: ``Failure`` if the output cannot be written.
  mutating func look() throws {
    // The watch starts before the files are read, so that a later change causes another
    // look.
    let places = [schemaFile, contextFile].reduce(into: Set()) { $0.formUnion($1?.places ?? []) }
    if places != self.places { watch.watch(places) }
    self.places = places

    readSchema()
    let model = rules.take()
    report.generation = rules.generation
    report.tell(rules.rejection, about: .rules)
    // Rules that do not load are not judged, so what was told of the gate still holds.
    if rules.rejection == nil { report.tell(rules.refusal, about: .gate) }
    if let model { ask(model) }
    try report.flush()
  }

  private mutating func readSchema() {
    let problem = Self.problem {
      let text = try schemaFile?.read() ?? "{}"
      guard text != schemaText else { return }
      try rules.load(RuleSchema(text: text, name: schemaFile?.path ?? "schema"))
      schemaText = text
    }
    report.tell(problem, about: .schema)
  }

  private mutating func ask(_ model: RuleModel) {
    let question: Question
    do {
      question = try Question(options, about: model)
      report.tell(nil, about: .set)
    } catch {
      report.tell((error as? Failure)?.error, about: .set)
      return
    }
    var context: RuleContext?
    let name = contextFile?.path ?? "context"
    let problem = Self.problem {
      let text = try contextFile?.read() ?? "{}"
      context = try question.context(json: text, name: name)
      contextText = text
    }
    report.tell(problem, about: .context)
    if context == nil, let contextText {
      context = try? question.context(json: contextText, name: name)
    }
    if let context { report.tell(answersOf: context, to: question.keys) }
  }

  /// Runs the body, and returns its error, if any.
  private static func problem(in body: () throws -> Void) -> RuleError? {
    do {
      try body()
      return nil
    } catch let failure as Failure {
      return failure.error
    } catch let error as RuleError {
      return error
    } catch {
      return RuleError(.unreadable, "\(error)")
    }
  }
}
