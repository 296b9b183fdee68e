import AttackPrograms
import Foundation
import Synchronization
import Testing

/// Every attack through the command, as a process of its own.
@Suite(.serialized)
struct AttackCommandTests {
  /// Runs the programs several at a time: a process each, and a test for all.
  @Test func `the command survives every attack, and says how it ended`() throws {
    let cases = AttackProgram.all.filter { !$0.needs.contains("host") }.enumerated().map {
      number, program in
      // Each program in one place; over all programs, each place often enough.
      (program, program.placements[number % program.placements.count])
    }
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: cases.count) { number in
      let (program, placement) = cases[number]
      do {
        if let problem = try Self.problem(with: program, as: placement) {
          problems.withLock { $0.append("\(program) as \(placement): \(problem)") }
        }
      } catch {
        problems.withLock { $0.append("\(program) as \(placement): \(error)") }
      }
    }
    for problem in problems.withLock({ $0 }) { Issue.record("\(problem)") }
  }

  /// What is wrong with the way in which a run ended; `nil` when it is all right.
  private static func problem(
    with program: AttackProgram, as placement: AttackPlacement
  ) throws -> String? {
    let folder = try TemporaryFolder()
    let files = placement.files(with: program)
    _ = try folder.file("rules.lua", files.rules)
    for (name, text) in files.modules { _ = try folder.file("\(name).lua", text) }
    _ = try folder.file("context.json", program.context)
    var arguments = [
      "eval", "rules.lua", "--context", "context.json", "--key", "attack",
      "--budget", "instructions=1000000", "--budget", "time=0.1", "--budget", "memory=16",
    ]
    if let grant = program.grant {
      _ = try folder.file("grant.json", grant)
      arguments += ["--grant", "grant.json"]
    }
    let run = try CommandRun(arguments, in: folder.url)
    guard run.duration < .seconds(60) else { return "took \(run.duration)" }
    switch run.status {
    case 0:
      guard run.output.hasSuffix("\n") else { return "no answer" }
      let answer = AttackOutcome.value(String(run.output.dropLast()))
      return program.expects(answer, in: placement) ? nil : "gave \(run.output.prefix(200))"
    case 1:
      guard run.output.isEmpty else { return "an answer beside an error" }
      guard run.errors.utf8.count < 1 << 20 else { return "an error without bound" }
      let lines = run.errors.split(separator: "\n")
      guard let line = lines.first(where: { $0.contains(": error: ") }), let code = code(in: line)
      else { return "no clear error: \(run.errors.prefix(300))" }
      let error = AttackOutcome.error(code: code, text: String(line))
      return program.expects(error, in: placement) ? nil : "failed with \(line)"
    default: return "status \(run.status): \(run.errors.prefix(300))"
    }
  }

  /// The word in brackets at the end of an error.
  private static func code(in line: Substring) -> String? {
    guard line.hasSuffix("]"), let start = line.lastIndex(of: "[") else { return nil }
    return String(line[line.index(after: start)...].dropLast())
  }
}
