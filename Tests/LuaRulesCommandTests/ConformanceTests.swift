import Foundation
import Testing

/// The cases of the library's own conformance tests, asked through the command.
struct ConformanceCase: CustomTestStringConvertible, Sendable {
  let folder: URL
  let testDescription: String
  let context: String
  let key: String
  let expected: String

  static let all: [ConformanceCase] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "LuaRulesTests/Conformance")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().flatMap { cases(in: root.appending(path: $0)) }
  }()

  private static func cases(in folder: URL) -> [ConformanceCase] {
    guard let data = try? Data(contentsOf: folder.appending(path: "cases.json")),
      let cases = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return cases.compactMap { fields in
      guard let name = fields["name"] as? String, let key = fields["key"] as? String,
        let context = json(fields["context"]), let expected = json(fields["expect"])
      else { return nil }
      return ConformanceCase(
        folder: folder, testDescription: name, context: context, key: key, expected: expected)
    }
  }

  private static func json(_ value: Any?) -> String? {
    guard let value else { return nil }
    let options: JSONSerialization.WritingOptions = [
      .fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes,
    ]
    let data = try? JSONSerialization.data(withJSONObject: value, options: options)
    return data.map { String(decoding: $0, as: UTF8.self) }
  }
}

struct ConformanceTests {
  @Test(arguments: ConformanceCase.all)
  func `the command answers as the library does`(_ example: ConformanceCase) throws {
    let run = try CommandRun(
      [
        "eval", "rules.lua", "--schema", "schema.json", "--context", "-", "--key", example.key,
      ],
      in: example.folder, input: example.context)
    #expect(run.errors == "")
    #expect(run.output == example.expected + "\n")
    #expect(run.status == 0)
  }

  @Test func `there are cases`() {
    #expect(ConformanceCase.all.count > 20)
  }
}
