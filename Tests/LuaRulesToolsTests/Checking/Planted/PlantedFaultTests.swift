import Foundation
import LuaRules
import LuaRulesTools
import Testing

/// Faults that are planted one at a time in a project without any.
@Suite struct PlantedFaultTests {
  /// Checks the project with one more file.
  private static func findings(
    with planted: String? = nil, whenRead: ((RuleCheck) -> Void)? = nil
  ) throws -> [RuleFinding] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "lib"), withIntermediateDirectories: true)
    let files = PlantedProject.files + (planted.map { [("planted.lua", $0)] } ?? [])
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let host: HostFunctions = [
      "rate": .function { (_: RuleContext) in 1 }, "lookup": .function { (_: RuleContext) in 1 },
    ]
    let check = try RuleCheck(
      sources: [RuleSource(path: folder.path)], schema: RuleSchema(json: PlantedProject.schema),
      host: host, fallback: [], options: RuleOptions(), areAllOfProject: false,
      findsFailures: planted == nil, whenRead: whenRead)
    return check.findings.filter { planted != nil || $0.severity >= .warning }
  }

  @Test func `the project without a fault has no finding`() throws {
    let found = try Self.findings().map(\.description)
    #expect(found == [])
  }

  @Test(arguments: PlantedFault.all)
  func `a planted fault is found in its line`(fault: PlantedFault) throws {
    let found = try Self.findings(with: fault.text).filter {
      $0.location.file.hasSuffix("planted.lua")
    }
    #expect(
      found.contains { $0.location.line == fault.line && $0.code.rawValue == fault.code },
      "\(found.map(\.description))")
  }

  /// Every so many faults show it; each needs a whole check.
  private static let some = stride(from: 0, to: PlantedFault.all.count, by: 9).map {
    PlantedFault.all[$0]
  }

  @Test(arguments: some)
  func `what single rules show is not taken back when all are compared`(
    fault: PlantedFault
  ) throws {
    var first: [RuleFinding] = []
    let all = try Self.findings(with: fault.text) { first = $0.findings }
    for finding in first where finding.severity >= .warning {
      #expect(
        all.contains { $0.location == finding.location && $0.severity >= .warning }, "\(finding)")
    }
  }
}
