import LuaBridge
import LuaBytecode
import LuaRules

/// Makes an ``InspectedModel``: runs the files, and examines their results.
struct ModelInspection {
  private let runner: FileRunner
  private(set) var rules: [InspectedRule] = []
  private(set) var emptyCells: [InspectedRule] = []
  private(set) var errors: [RuleError] = []
  private(set) var names: [NameFinding] = []
  private(set) var isWhole = true
  private(set) var brokenKeys: Set<ByteName> = []
  private(set) var written: [String: WrittenFile] = [:]
  private(set) var faults: [FunctionFault] = []
  private(set) var variables: [DecisionVariable] = []
  private(set) var code = InspectedCode()
  private(set) var contents = CapturedContents()
  private let keepsContents: Bool
  private let endsProcess: Bool

  /// The most errors of single rules that are reported for one file.
  private static let mostErrors = 1000

  init(_ runner: FileRunner, keepsContents: Bool, endsProcess: Bool) {
    self.runner = runner
    self.keepsContents = keepsContents
    self.endsProcess = endsProcess
  }

  mutating func run(mostInstructions: Int) {
    do {
      var failures: [RuleError] = []
      let loaded = try runner.run { failures.append($0) }
      errors += failures
      isWhole = failures.isEmpty
      let ruleFiles = Set(loaded.results.map(\.chunk))
      let (names, examined, texts) = (loaded.names, runner.examinedFiles, runner.texts)
      let inspected = ConcurrentResult(in: runner.examining) {
        Self.mains(in: examined, named: names, texts, ruleFiles: ruleFiles)
      }
      let content = try ModelLoader.read(
        loaded, of: runner, isReplay: false, mostErrors: Self.mostErrors, keepsFunctions: true)
      errors += content.errors
      if isWhole { self.names = content.names }
      brokenKeys = content.brokenKeys
      try runner.seal()
      do {
        _ = try LuaFreeFunctions(
          content.rules, of: runner.request.grantedSources, files: names,
          content.functions,
          limit: runner.request.planningLimit(ofRuleCount: content.rules.count), in: loaded.state)
      } catch {
        errors += [error] + error.others
      }
      let mains = inspected.value
      written = Dictionary(mains.values.map { ($0.written.name, $0.written) }) { first, _ in first }
      loaded.state.withoutLimits {
        let inspector = FunctionInspector(
          loaded, examined: content.examiner, globals: mains.mapValues(\.globals),
          runner.request.host,
          hostNames: Set(names: runner.request.host.names + runner.hostStubs),
          mostInstructions: mostInstructions)
        let inspected = inspector.inspect(
          content.rules + content.emptyCells, in: runner.examining)
        rules = Array(inspected.prefix(content.rules.count))
        emptyCells = Array(inspected.dropFirst(content.rules.count))
        // Functions that write to variables are refused when they are called,
        // so they are not examined.
        faults = runner.outsideWrites.map { write in
          FunctionFault(
            kind: .setsVariable(write.variable),
            location: SourceLocation(file: names[write.chunk - 1], line: write.line))
        }
        faults += inspector.faults(ofFunctionsUpTo: runner.reachableCount)
        variables = inspector.variables
        code = InspectedCode(inspector, upTo: runner.reachableCount, mains: mains)
        if keepsContents {
          contents = CapturedContents(inspector, upTo: runner.reachableCount)
        }
        if endsProcess { KeptUntilExit.keep((inspector, content)) }
      }
    } catch {
      // No further facts are available.
      isWhole = false
      errors.append(error)
    }
  }

  /// The uses of host functions by name, in all files, and the number of other uses of `host`.
  private var hostUses: (named: [(name: String, place: SourceLocation)], others: Int) {
    var named: [(name: String, place: SourceLocation)] = []
    var others = 0
    for (chunk, main) in runner.mains.sorted(by: { $0.key < $1.key }) {
      var difference = 0
      main.forEachUse(hasContext: false) { use, line in
        switch use {
        case .host(let name):
          named.append((name, SourceLocation(file: runner.names[chunk - 1], line: line)))
          difference -= 1
        case .readingGlobal("host"): difference += 1
        default: break
        }
      }
      others += abs(difference)
    }
    return (named, others)
  }

  /// The stubs of host functions that no file names; empty if a file uses `host` in a way that may
  /// name any.
  var unusedHostStubs: [String] {
    let uses = hostUses
    let used = Set(names: uses.named.lazy.map(\.name))
    return uses.others > 0 ? [] : runner.hostStubs.filter { !used.contains($0) }
  }

  /// The first use of each host function for which only a placeholder stands.
  var missingHostStubs: [(name: String, place: SourceLocation)] {
    let host = runner.request.host
    guard host.arePlaceholders, runner.request.hostStubs != nil else { return [] }
    var seen = Set(names: runner.hostStubs)
    return hostUses.named.filter { use in
      host.names.contains(use.name) && seen.insert(use.name).inserted
    }
  }

  /// Returns what the main functions of files tell, by chunk, with the files as they are written.
  private static func mains(
    in files: [Int: ConcurrentResult<ExaminedFile?>], named names: [String],
    _ texts: [String: [UInt8]], ruleFiles: Set<Int>
  ) -> [Int: InspectedMain] {
    var mains: [Int: InspectedMain] = [:]
    for (chunk, file) in files {
      let name = names[chunk - 1]
      guard let main = file.value?.main, let text = texts[name] else { continue }
      mains[chunk] = InspectedMain(
        main, WrittenFile(name, text), isModule: !ruleFiles.contains(chunk))
    }
    return mains
  }
}

extension FileRunner {
  /// The texts of all files, by name.
  var texts: [String: [UInt8]] {
    Dictionary((request.files + recorded.modules.values).map { ($0.name, $0.bytes) }) { first, _ in
      first
    }
  }
}
