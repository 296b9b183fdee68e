import LuaBridge
import LuaRules

/// The files of two sets of rules.
enum RuleFiles {
  /// How many characters of each name are the folder that contains all files of a model; the whole
  /// name of an only file.
  private static func folder(of model: InspectedModel) -> Int {
    if let only = model.texts.keys.first, model.texts.count == 1 { return only.count }
    let folders = model.texts.keys.map { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) }
    guard var common = folders.first else { return 0 }
    for folder in folders {
      while !(folder == common || folder.hasPrefix(common + "/")), !common.isEmpty {
        common = common.prefix(upTo: common.lastIndex(of: "/") ?? common.startIndex)
      }
    }
    return common.isEmpty ? 0 : common.count + 1
  }

  /// Whether all files are the same as those of another set, and give the same rules.
  static func areSame(_ some: [InspectedModel], _ others: [InspectedModel]) -> Bool {
    guard some.count == others.count else { return false }
    return zip(some, others).allSatisfy { one, other in
      let (left, right) = (folder(of: one), folder(of: other))
      guard one.texts.count == other.texts.count, one.rules.count == other.rules.count else {
        return false
      }
      let texts = Dictionary(
        uniqueKeysWithValues: other.texts.map { ($0.key.dropFirst(right), $0.value) })
      return one.texts.allSatisfy { texts[$0.key.dropFirst(left)] == $0.value }
        && zip(one.rules, other.rules).allSatisfy { rule, match in
          rule.key == match.key && rule.priority == match.priority
            && rule.complexity == match.complexity
            && rule.declarationIndex == match.declarationIndex
            && rule.location.line == match.location.line
            && one.texts[rule.location.file] != nil
            && rule.location.file.dropFirst(left) == match.location.file.dropFirst(right)
        }
    }
  }
}
