import LuaBridge

/// What loading needs to know of a function that a rule file handed out.
struct FunctionFacts {
  /// The number of the host function that it is.
  var host: Int?
  var complexity: Int
  /// Whether none of its returns gives a value.
  var neverReturns: Bool
  var location: SourceLocation?
  /// What its source may not do, though it does.
  var violation: RuleError?
}

/// Finds the facts, each function once.
final class FunctionExaminer {
  private let runner: FileRunner
  private let state: LuaState
  private let files: [String]
  private let isReplay: Bool
  private var known: [Int: FunctionFacts] = [:]

  /// Creates an examiner; a replay needs no analysis, since a model has it already.
  init(_ files: LoadedFiles, of runner: FileRunner, isReplay: Bool) {
    self.runner = runner
    self.state = files.state
    self.files = files.names
    self.isReplay = isReplay
  }

  func facts(_ number: Int) throws(RuleError) -> FunctionFacts {
    if let facts = known[number] { return facts }
    let info = state.info(ofFunction: number)
    let location =
      info.chunk >= 1 && info.chunk <= files.count
      ? SourceLocation(file: files[info.chunk - 1], line: info.line) : nil
    var facts = FunctionFacts(
      host: info.host, complexity: 1, neverReturns: false, location: location)
    if info.isLua, !info.isStandIn, !isReplay {
      let bytes: [UInt8]
      do {
        bytes = try runner.compiledForm(ofFunction: number)
      } catch {
        var error = error
        error.location = location
        throw error
      }
      do {
        let function = try CompiledFunction.decode(bytes)
        facts.complexity = Complexity.of(function)
        facts.neverReturns = function.neverReturnsValue
        if let owner = runner.owner(ofChunk: info.chunk) {
          facts.violation = violation(in: function, of: owner, chunk: info.chunk)
        }
      } catch {
        throw RuleError(
          .unknownLua, "the compiled form of this function is unknown: \(error)", at: location,
          hint: "link Lua 5.4")
      }
    }
    known[number] = facts
    return facts
  }

  /// What a function plainly does that its source may not; `nil` when that does not show.
  private func violation(
    in function: CompiledFunction, of owner: GrantedSource, chunk: Int
  ) -> RuleError? {
    var violation: RuleError?
    function.forEachUse { use, line in
      guard violation == nil else { return }
      switch use {
      case .reading(let path):
        guard let tree = owner.reading, !tree.reaches(path) else { return }
        violation = .notGranted(
          reading: path.joined(separator: "."), granted: tree.paths.sortedByBytes())
      case .host(let name):
        guard let functions = owner.grant.functions, !functions.contains(name) else { return }
        violation = .notGranted(calling: name)
      case .readingGlobal, .settingGlobal, .setting, .comparingWithNull: return
      }
      violation?.location = SourceLocation(file: files[chunk - 1], line: line)
    }
    return violation
  }
}
