import LuaBridge
import LuaRules

// The levels of findings.

extension ProjectReader {
  mutating func findingLevels(_ name: String) throws(RuleError) -> FindingLevels {
    var levels = FindingLevels()
    guard let value = take(name) else { return levels }
    guard let object = object(value, at: [name]) else {
      throw wrong(name, "an object with codes and their levels")
    }
    for (code, value) in object.fields {
      if let inner = self.object(value, at: [name, code]) {
        guard !code.isEmpty, !code.hasPrefix("/"), !code.split(separator: "/").contains("..") else {
          throw error(
            [name, code], "`\(code)` is no pattern for files below the project's folder",
            hint: "write one such as \"drafts/**\"")
        }
        try refuseLikelyCode(code, at: [name, code])
        var some: [RuleFinding.Code: FindingLevels.Level] = [:]
        for (inCode, value) in inner.fields {
          some[try findingCode(inCode, at: [name, code, inCode])] =
            try level(value, at: [name, code, inCode])
        }
        levels.set(some, in: PathPattern(code, below: FilePath.folder(of: path)))
      } else {
        let known = try findingCode(code, at: [name, code])
        levels.set(known, to: try level(value, at: [name, code]))
      }
    }
    return levels
  }

  /// Throws if the name of a pattern is a code, or close to one.
  private func refuseLikelyCode(_ pattern: String, at place: [String]) throws(RuleError) {
    let codes = RuleFinding.Code.all.map(\.rawValue)
    guard !pattern.contains(where: { "/*?.".contains($0) }),
      let code = codes.first(where: { $0 == pattern })
        ?? RuleError.likelyName(for: pattern, among: codes)
    else { return }
    throw error(
      place, "`\(pattern)` has an object with levels, as a pattern has",
      hint: "write a level for the code `\(code)`, or \"\(pattern)/\" for the files in a folder")
  }

  private func findingCode(_ name: String, at place: [String]) throws(RuleError) -> RuleFinding.Code
  {
    let code = RuleFinding.Code(rawValue: name)
    if RuleFinding.Code.all.contains(code) { return code }
    let meant = RuleError.likelyName(for: name, among: RuleFinding.Code.all.map(\.rawValue))
    throw error(
      place, "there are no findings `\(name)` whose level can be set",
      hint: meant.map { "did you mean `\($0)`?" }
        ?? "the codes are those in brackets behind what `luarules check` prints")
  }

  private func level(
    _ value: LuaValue, at place: [String]
  ) throws(RuleError) -> FindingLevels.Level {
    if case .string(let text) = value, let level = FindingLevels.Level(rawValue: text) {
      return level
    }
    let names = FindingLevels.Level.allCases.map(\.rawValue)
    var hint: String?
    if case .string(let text) = value {
      let meant =
        names.first { $0.hasPrefix(text) && !text.isEmpty }
        ?? RuleError.likelyName(for: text, among: names)
      hint = meant.map { "did you mean \"\($0)\"?" }
    }
    throw error(
      place,
      "the level of `\(place.last ?? "")` is \(value.literal); expected "
        + names.map { "\"\($0)\"" }.joined(separator: ", "), hint: hint)
  }
}
