import Foundation
import LuaRules

/// The file `assistant.lua` of a rule folder: rules that were written by clicking.
///
/// Each of its rules stands on a line of its own behind a line that names its question. Other lines, which
/// somebody wrote, stay as they are.
struct AssistantFile: Sendable {
  /// The file.
  let url: URL

  /// The file of a folder.
  init(folder: URL) {
    url = folder.appendingPathComponent("assistant.lua")
  }

  /// Why a rule was not written.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private static let head = """
    --- Rules that were made by clicking. You may edit them; a line that begins with `-- @` says which
    --- question the rule below it answers, and the assistant replaces that rule.
    """

  /// Puts rules in the place of those with the same questions, and removes others.
  ///
  /// - Parameters:
  ///   - rules: The rules to write.
  ///   - removed: Rules whose questions get no rule any more; their answers do not count.
  /// - Returns: The text before; nil when there was no file.
  /// - Throws: ``Refusal`` when the new text does not load or cannot be written: then the file stays.
  func write(_ rules: [AssistantRule], removing removed: [AssistantRule] = []) throws -> String? {
    let before = try? String(contentsOf: url, encoding: .utf8)
    let text = try Self.text(before, rules, removed)
    do {
      _ = try RuleModel(text: text, name: "assistant.lua", schema: .pages)
    } catch {
      throw Refusal(description: "\(error)")
    }
    do {
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw Refusal(description: "`\(url.lastPathComponent)` cannot be written")
    }
    return before
  }

  /// Writes the text that was there before.
  func restore(_ text: String?) {
    guard let text else {
      try? FileManager.default.removeItem(at: url)
      return
    }
    try? Data(text.utf8).write(to: url, options: .atomic)
  }

  static func text(_ before: String?, _ rules: [AssistantRule], _ removed: [AssistantRule]) throws
    -> String
  {
    let replaced = Set((rules + removed).map(question))
    var kept: [Substring] = []
    var lines = (before ?? "\(head)\n\nreturn {\n}\n").split(
      separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if replaced.contains(line.drop { $0 == " " }.description) {
        lines = lines.dropFirst()
      } else {
        kept.append(line)
      }
    }
    guard let end = kept.lastIndex(where: { $0.hasPrefix("}") }) else {
      throw Refusal(description: "`assistant.lua` does not end with a line that begins with `}`")
    }
    kept.insert(contentsOf: rules.flatMap { ["  \(question($0))", "  \($0.lua)"] }, at: end)
    return kept.joined(separator: "\n")
  }

  private static func question(_ rule: AssistantRule) -> String {
    let names = [rule.key, rule.entity.pathToken, rule.tasks.joined(separator: "+")]
    return "-- @ " + (names + (rule.property.map { [$0.pathToken] } ?? [])).joined(separator: " ")
  }
}
