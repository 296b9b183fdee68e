import Foundation
import LuaBridge
import Testing

@testable import LuaBytecode
@testable import LuaRules

/// Native code is made of whatever comes, and never traps or runs in circles.
struct NativeCorpusTests {
  /// Builds a function and those in it, and runs what comes out.
  private func exercise(_ function: CompiledFunction, _ count: inout Int) {
    var builder = DecisionBuilder()
    let native = builder.build(function, number: 1)
    count += native.entry == nil ? 0 : 1
    _ = FunctionReads.of(function, in: &builder.paths)
    if let entry = native.entry {
      for value in [NativeValue.nil, .integer(1), .string("low"), .view, .undecided] {
        var values: [String: NativeValue] = [:]
        for path in native.reads { values[builder.paths.text(of: path)] = value }
        var reader = TableReader(values, builder.paths)
        _ = builder.code.holds(from: entry, reader: &reader)
        _ = builder.code.result(from: entry, reader: &reader)
      }
      let candidates = [CandidateIndex.Candidate(entry: native.entry, canDecline: true)]
      _ = CandidateIndex(candidates, code: builder.code, paths: builder.paths)
    }
    for inner in function.functions { exercise(inner, &count) }
  }

  /// The text of all Lua files among the tests.
  private func texts() throws -> [String] {
    let folder = try #require(Bundle.module.resourceURL)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var texts: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "lua" else { continue }
      if let text = try? String(contentsOf: file, encoding: .utf8) { texts.append(text) }
    }
    for seed in 0..<40 {
      var writer = RandomLua(seed: 0xC0 + UInt64(seed))
      let functions = (0..<10).map { writer.function(isPredicate: $0 % 2 == 0) }
      texts.append(
        RandomLua.prelude + "\nreturn { " + functions.joined(separator: ",\n") + " }")
    }
    return texts
  }

  @Test
  func `every function of a corpus is read, with and without its names and lines`() throws {
    var count = 0
    var stripped = 0
    for text in try texts() {
      guard let bytes = try? dumpChunk(text) else { continue }
      let function = try CompiledFunction.decode(bytes)
      exercise(function, &count)
      exercise(function.stripped, &stripped)
    }
    #expect(count > 100 && count == stripped)
  }

  @Test(arguments: 0..<4)
  func `damaged code is survived`(batch: UInt64) throws {
    var random = SplitMix(state: batch)
    var writer = RandomLua(seed: batch)
    var count = 0
    for _ in 0..<25 {
      let text = RandomLua.prelude + "\nreturn " + writer.function(isPredicate: false)
      guard let bytes = try? dump(text), let function = try? CompiledFunction.decode(bytes) else {
        continue
      }
      for round in 0..<60 {
        var code = function.code
        for _ in 0...round % 3 {
          let index = Int.random(in: 0..<code.count, using: &random)
          code[index] =
            Bool.random(using: &random)
            ? Instruction(bits: UInt32.random(in: 0...(.max), using: &random))
            : Instruction(bits: code[index].bits ^ 1 << UInt32.random(in: 7...31, using: &random))
        }
        guard (try? CompiledFunction.checkStructure(code)) != nil else { continue }
        exercise(function.with(code), &count)
      }
    }
    #expect(count > 50)
  }
}

extension CompiledFunction {
  /// The same function as a dump without debug information gives it.
  fileprivate var stripped: CompiledFunction {
    CompiledFunction(
      source: "", lineDefined: lineDefined, lastLineDefined: lastLineDefined,
      parameterCount: parameterCount, isVariadic: isVariadic, registerCount: registerCount,
      code: code, constants: constants,
      upvalues: upvalues.map {
        Upvalue(isInStack: $0.isInStack, index: $0.index, kind: $0.kind, name: "")
      },
      functions: functions.map(\.stripped), lines: [], locals: [],
      assignsUpvalues: assignsUpvalues, hasUpvalueAssignment: hasUpvalueAssignment)
  }

  fileprivate func with(_ code: [Instruction]) -> CompiledFunction {
    CompiledFunction(
      source: source, lineDefined: lineDefined, lastLineDefined: lastLineDefined,
      parameterCount: parameterCount, isVariadic: isVariadic, registerCount: registerCount,
      code: code, constants: constants, upvalues: upvalues, functions: [], lines: [],
      locals: [], assignsUpvalues: assignsUpvalues, hasUpvalueAssignment: hasUpvalueAssignment)
  }
}
