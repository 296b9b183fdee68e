public import Foundation
public import LuaRules
import LuaRulesTools
import Synchronization

/// A database with its rules, as a web front end.
///
/// It holds what all requests share: the file, its model, the rules that are active, and the templates.
public final class Site: Sendable {
  /// How to show a database.
  public struct Options: Sendable {
    /// What stands before each path, such as `/shop`; empty for nothing.
    public var basePath = ""
    /// Who may sign in; nil: nobody has to, whoever reaches the port may see what rules show to no user.
    public var signIn: SignIn?
    /// Who changed what; nil where nobody keeps it.
    public var history: History?
    /// Locks what forms show; forms of another one are too old.
    public var seal = Seal()
    /// The cookie that carries sessions.
    public var cookie = SessionCookie(isSecure: false)
    /// Who may name clients and users; nil: nobody.
    public var proxy: TrustedProxy?
    /// The names by which the server may be asked; nil for any.
    public var hostNames: [String]? = HostGuard.loopbackNames
    /// The folder of the rules, where the assistant may write; nil where it may not.
    public var rulesFolder: URL?
    /// The most bytes of a form with files; rules may allow less for each file.
    public var maximumUploadSize = 32 << 20
    /// How often rows and tables are looked at for changes that others made.
    public var watchInterval: Duration = .milliseconds(250)

    /// Makes the usual options.
    public init() {}
  }

  /// The file.
  public let file: DatabaseFile
  /// The rules of the user, as long as there are any.
  public let rules: LiveRuleModel?
  let options: Options
  /// What the next pages have to tell.
  let notes = NoteStore()
  let addresses: Addresses
  private let defaultRules: RuleModel
  private let templateFolder: TemplateFolder?
  private let state: Mutex<State>
  /// What is known about the rules of a generation with a schema.
  private let ruleFacts = Mutex<GenerationFacts?>(nil)

  private struct GenerationFacts: Sendable {
    let generation: Int
    let schema: Int
    let rules: RuleFacts
    /// The model with the keys that the rules give to views.
    let model: ModelFacts
  }

  /// What a change of the schema or of rows replaces.
  struct State: Sendable {
    var facts: ModelFacts
    var database: DatabaseFacts
    var templates: Templates
    /// Counts changes of rows.
    var dataVersion = 0
    /// Counts changes of tables.
    var schemaVersion = 0
    /// What the check says about the rules of the user.
    var findings: [RuleFinding] = []
    /// The templates on disk, as they were looked at last.
    var templateStamp: TemplateFolder.Stamp?
    /// Counts changes of templates.
    var templateVersion = 0
    /// Why the templates on disk are not those of ``templates``.
    var templateError: (any Error)?
  }

  /// Opens the front end of a file.
  ///
  /// - Parameters:
  ///   - file: The database.
  ///   - rules: The rules of the user; nil for the default rules alone.
  ///   - options: How to show it.
  /// - Throws: ``DirectToWebError`` when the schema cannot be read, ``TemplateText/Problem`` for a
  ///   template in the folder `templates` of the rules that is refused; `RuleError` for mistakes of this
  ///   program.
  public init(_ file: DatabaseFile, rules: LiveRuleModel?, options: Options = Options())
    async throws
  {
    self.file = file
    self.rules = rules
    self.options = options
    addresses = Addresses(base: options.basePath)
    defaultRules = try RuleModel.defaultPageRules()
    let model = Model(try await file.read { try Schema($0) })
    templateFolder = options.rulesFolder.map {
      TemplateFolder(url: $0.appendingPathComponent("templates"))
    }
    // Before the files are read: what is written meanwhile is found by the next look.
    let stamp = templateFolder?.stamp
    state = Mutex(
      State(
        facts: ModelFacts(model, canWrite: !file.options.isReadOnly),
        database: DatabaseFacts(model, name: Self.name(of: file)),
        templates: try Templates(folder: templateFolder?.url), templateStamp: stamp))
  }

  /// The name of a file without folder and ending.
  static func name(of file: DatabaseFile) -> String {
    URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
  }

  /// Where the assistant writes.
  var assistantFile: AssistantFile? { options.rulesFolder.map(AssistantFile.init(folder:)) }

  var current: State { state.withLock { $0 } }

  /// A text that changes when pages may look otherwise, but for rows.
  var generationText: String {
    let state = current
    return
      "\(rules?.generation ?? 0).\(state.schemaVersion).\(state.templateVersion)."
      + (rules?.rejection == nil ? "" : "rejected")
  }

  /// Checks the rules of the user with the names of the database, now and after each change of them.
  ///
  /// It ends when its task is cancelled.
  func checkRules() async {
    guard let rules, let folder = options.rulesFolder else { return }
    for await _ in rules.events {
      let model = current.facts.model
      let found = await Task.detached {
        DatabaseCheck.findings(in: RuleSource(contentsOf: folder), of: model)
      }.value
      state.withLock { $0.findings = found }
    }
  }

  /// Reads templates again after somebody changed a file of theirs.
  ///
  /// Templates that are refused leave those before in place, and are told on each page. It ends when its task
  /// is cancelled.
  func watchTemplates() async {
    guard let templateFolder else { return }
    while (try? await Task.sleep(for: options.watchInterval)) != nil {
      let stamp = templateFolder.stamp
      guard stamp != current.templateStamp else { continue }
      let loaded = Result { try Templates(folder: templateFolder.url) }
      state.withLock { state in
        state.templateStamp = stamp
        state.templateVersion += 1
        switch loaded {
        case .success(let templates): (state.templates, state.templateError) = (templates, nil)
        case .failure(let error): state.templateError = error
        }
      }
    }
  }

  /// Reads the schema again after somebody changed it, and tells of changed rows.
  ///
  /// It ends when its task is cancelled, or when the file cannot be read any more.
  func watch() async throws {
    for await change in try file.changes(every: options.watchInterval) {
      guard change == .schema else {
        state.withLock { $0.dataVersion += 1 }
        continue
      }
      try? file.reviewSchema()
      guard let schema = try? await file.read({ try Schema($0) }) else { continue }
      let model = Model(schema)
      let facts = ModelFacts(model, canWrite: !file.options.isReadOnly)
      let database = DatabaseFacts(model, name: Self.name(of: file))
      state.withLock { state in
        state.facts = facts
        state.database = database
        state.schemaVersion += 1
        state.dataVersion += 1
      }
    }
  }

  /// Opens the door for one request, with one generation of the rules.
  func request(
    task: String, user: RuleRecord?, userName: String?, items: [(name: String, value: String)] = [],
    languages: [String] = []
  ) -> PageRequest {
    let state = current
    let generation = generationText
    let pinned = rules?.pinned()
    var context = RuleContext(pinned?.model.fallback(defaultRules) ?? defaultRules)
    context.database = state.database
    context.user = user
    context.task = task
    context.acceptedLanguages = languages
    let known = facts(pinned?.generation ?? 0, state, context)
    return PageRequest(
      file: file, access: Access(context, to: known.model, ruleFacts: known.rules),
      history: options.history,
      seal: options.seal, templates: state.templates,
      addresses: addresses, generation: generation, userName: userName, banners: banners(state),
      findings: state.findings, items: items)
  }

  private func facts(
    _ generation: Int, _ state: State, _ context: RuleContext
  ) -> GenerationFacts {
    let known = ruleFacts.withLock { $0 }
    if let known, known.generation == generation, known.schema == state.schemaVersion {
      return known
    }
    var context = context
    context.user = nil
    context.task = ""
    context.acceptedLanguages = []
    var keys: [Identifier: [String]] = [:]
    for entity in state.facts.model.entities where entity.isView {
      context.entity = state.facts.entity(entity.identifier)
      keys[entity.identifier] = try? context.value(for: \.rowKeys)
    }
    keys = keys.filter { !$0.value.isEmpty }
    let found = GenerationFacts(
      generation: generation, schema: state.schemaVersion,
      rules: RuleFacts(context.model, hasOwnRules: rules != nil),
      model: keys.isEmpty
        ? state.facts
        : ModelFacts(
          Model(state.facts.model.schema, rowKeys: keys), canWrite: !file.options.isReadOnly))
    ruleFacts.withLock { $0 = found }
    return found
  }

  /// Tells what on disk cannot be used, while what was there before answers.
  private func banners(_ state: State) -> [PageRequest.Banner] {
    var banners: [PageRequest.Banner] = []
    if let error = rules?.rejection {
      banners.append(
        PageRequest.Banner(
          text: "The rules on disk cannot be used, and the ones before answer: \(error.message)",
          place: error.location.map(\.description), hint: error.hint))
    }
    if let error = state.templateError {
      let problem = error as? TemplateText.Problem
      banners.append(
        PageRequest.Banner(
          text:
            "The templates on disk cannot be used, and the ones before answer: "
            + (problem?.message ?? "\(error)"),
          place: problem.map { "\($0.file):\($0.line)" }))
    }
    return banners
  }
}
