@testable import LuaBridge
@testable import LuaRules

/// Native code against Lua: the same result, or native code says that it is Lua's business.
enum Differential {
  /// A result, and the paths that were read for it, in order, each once.
  struct Outcome {
    /// The result as text; `nil` for undecided.
    var text: String?
    var reads: [String]
    /// What was read for other keys meanwhile.
    var nested: Set<String> = []

    /// Whether native code says the same; where it says nothing, it read the beginning.
    func agrees(with native: Outcome) -> Bool {
      let reads = reads.filter { !nested.contains($0) }
      let nativeReads = native.reads.filter { !nested.contains($0) }
      guard let text = native.text else { return reads.starts(with: nativeReads) }
      return self.text == text && reads == nativeReads
    }
  }

  /// One file of random functions with their native code.
  final class Batch {
    let model: RuleModel
    let core: ModelCore
    let functions: [String]
    var code = DecisionProgram()
    var paths = NativePaths()
    var natives: [DecisionFunction] = []

    static let count = 40

    init(seed: UInt64) throws {
      var writer = RandomLua(seed: seed)
      var functions = (0..<Self.count).map { writer.function(isPredicate: $0 % 2 == 0) }
      // Some are the same but for what they compare with.
      for index in functions.indices where index % 4 > 1 {
        if index % 8 < 4 { functions[index] = functions[index - 2].withOtherConstants }
      }
      self.functions = functions
      var text = RandomLua.prelude + "\nreturn {\n" + RandomContext.rules
      for (index, function) in functions.enumerated() {
        text +=
          index % 2 == 0
          ? "{ key = \"k\(index)\", rules = { { when = \(function), value = true }, "
            + "{ value = false } } },\n"
          : "{ key = \"k\(index)\", value = \(function) },\n"
      }
      model = try RuleModel(text: text + "}", options: RuleOptions(plan: .lua))
      guard let core = model.current.first else { throw DumpFailure.notAFunction }
      self.core = core
      (code, paths, natives) = try core.withState { state in
        let outside = StateCapturedValues(state)
        var builder = DecisionBuilder(outside: outside)
        var natives: [DecisionFunction] = []
        for index in functions.indices {
          let rules = core.candidates["k\(index)"] ?? []
          var number: Int?
          for rule in rules {
            if case .function(let function) = rule.predicate { number = function }
            if case .function(let function) = rule.assignment { number = function }
          }
          guard let number, let function = outside.code(ofFunction: number) else {
            natives.append(.lua(because: DecisionObstacle(kind: .unreadable, line: 0)))
            continue
          }
          natives.append(builder.build(function, number: number))
        }
        return (builder.code, builder.paths, natives)
      }
    }

    /// What native code says, and what it read for that.
    func native(_ index: Int, _ evaluation: Evaluation) -> Outcome {
      var reader = RecordingReader(evaluation, paths)
      let text = native(index, &reader)
      return Outcome(text: text, reads: reader.reads.map { paths.text(of: $0) })
    }

    private func native(_ index: Int, _ reader: inout RecordingReader) -> String? {
      guard let entry = natives[index].entry else { return nil }
      if index % 2 == 0 {
        return switch code.holds(from: entry, reader: &reader) {
        case .yes: Self.text(.boolean(true))
        case .no: Self.text(.boolean(false))
        case .undecided: nil
        }
      }
      switch code.result(from: entry, reader: &reader) {
      case .constant(let number): return Self.text(code.constants[Int(number)])
      case .value(let value): return Self.text(value)
      case .path(let path):
        let value = reader.result(path)
        return value.isUndecided ? nil : Self.text(value)
      case .undecided: return nil
      }
    }

    /// What the engine says, and what Lua read for that.
    func engine(_ index: Int, _ evaluation: Evaluation) -> Outcome {
      let recorder = ReadRecorder(evaluation)
      // The evaluation holds its states with itself as their host; here is another one, which sees each read.
      evaluation.state.value.readsInPlace = false
      if let state = try? evaluation.state(of: 0).object { unsafe state.accessHost = recorder }
      let text = answer(index, evaluation)
      return Outcome(text: text, reads: recorder.reads, nested: recorder.nested)
    }

    private func answer(_ index: Int, _ evaluation: Evaluation) -> String {
      do {
        guard let answer = try evaluation.answer(KeyID("k\(index)")), !answer.isNothing else {
          return Self.text(.nil)
        }
        switch answer.rawAnswer {
        case .lua(.object): return Self.text(.view)
        case .lua(let value): return Self.text(NativeValue(value))
        case .swift(let value):
          if case .value(let value) = LuaRepresentation(of: value) {
            return Self.text(NativeValue(value))
          }
          return Self.text(.view)
        case .set(let set):
          if case .value(let value) = LuaRepresentation(of: set.erased) {
            return Self.text(NativeValue(value))
          }
          return Self.text(.view)
        }
      } catch {
        return "error: \(error.message)"
      }
    }

    static func text(_ value: NativeValue) -> String {
      switch value {
      // Which NaN it is can be seen in Lua by its text only, and that is undecided.
      case .float(let value) where value.isNaN: "nan"
      case .float(let value): "float \(value) \(value.bitPattern)"
      default: "\(value)"
      }
    }
  }

  struct Tally {
    var cases = 0
    var natives = 0
    var errors = 0
    var functions = 0
    var native = 0
    var whole = 0
    var mismatches: [String] = []
  }

  static func run(seed: UInt64, contexts: Int, _ tally: inout Tally) throws {
    let batch = try Batch(seed: seed)
    tally.functions += batch.natives.count
    tally.native += batch.natives.count { $0.entry != nil }
    tally.whole += batch.natives.count { $0.isWhole }
    var writer = RandomContext(seed: seed ^ 0xABCD)
    for round in 0..<contexts {
      let context = writer.context(batch.model)
      let natives = try Evaluation.with(context) { evaluation in
        batch.functions.indices.map { batch.native($0, evaluation) }
      }
      for index in batch.functions.indices {
        tally.cases += 1
        let native = natives[index]
        if native.text != nil { tally.natives += 1 }
        // Else Lua knows what it has read for the function before.
        var context = context
        context.unset("nothing")
        let engine = try Evaluation.with(context) { evaluation in batch.engine(index, evaluation) }
        if !engine.agrees(with: native) {
          tally.mismatches.append(
            """
            seed \(seed), context \(round): native \(native), Lua \(engine)
            \(batch.functions[index])
            \(context.values)
            """)
        }
      }
    }
  }
}

extension String {
  /// The text with each quoted word, and each number, in the place of another one.
  fileprivate var withOtherConstants: String {
    replacing("'low'", with: "'?'").replacing("'high'", with: "'low'")
      .replacing("'?'", with: "'high'").replacing("'7'", with: "'x'").replacing("2.5", with: "0.1")
      .replacing("-0.0", with: "0.0").replacing("1e15", with: "7.25")
  }
}
