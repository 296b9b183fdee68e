import Foundation
import Testing

/// The folders of the package, in the order in which they may use each other.
@Suite struct FolderTests {
  private static let folders = [
    "Database", "Model", "Query", "Export", "Texts", "Keys", "Rules", "Access", "SignIn", "Guard",
    "History",
    "Components", "Look", "Forms", "Assist", "Pages", "Web",
  ]

  @Test func `a folder names no type of a later one`() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/DirectToWeb")
    var texts: [String: [String]] = [:]
    for folder in Self.folders {
      let files = try FileManager.default.contentsOfDirectory(
        at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "swift" }
      texts[folder] = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    }
    let declaration = /^(?:public |final )*(?:struct|class|enum|protocol) (\w+)/
      .anchorsMatchLineEndings()
    for (index, folder) in Self.folders.enumerated() {
      let later = Self.folders[(index + 1)...].flatMap { texts[$0] ?? [] }
      let types = Set(later.flatMap { $0.matches(of: declaration).map { String($0.1) } })
      #expect(index == Self.folders.count - 1 || types.count > 2)
      for text in texts[folder] ?? [] {
        let code = text.split(separator: "\n").filter {
          !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        }
        // Words in texts are no types.
        let names = code.map { $0.replacing(/"(?:[^"\\]|\\.)*"/, with: "") }
        let words = Set(
          names.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init))
        #expect(words.isDisjoint(with: types), "\(folder): \(words.intersection(types))")
      }
    }
  }
}
