import LuaBridge

/// What loading needs to know of a function that a rule file handed out.
struct FunctionFacts {
  /// The number of the host function that it is.
  var host: Int?
  var complexity: Int
  /// Whether none of its returns gives a value.
  var neverReturns: Bool
  var location: SourceLocation?
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
      } catch {
        throw RuleError(
          .unknownLua, "the compiled form of this function is unknown: \(error)", at: location,
          hint: "link Lua 5.4")
      }
    }
    known[number] = facts
    return facts
  }
}
