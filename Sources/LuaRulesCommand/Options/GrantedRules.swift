import ArgumentParser
import LuaBridge
import LuaRules

/// The sources of rules, each with its grant from the options.
struct GrantedRules {
  /// The grant of a source without a grant of its own.
  private var others = Grant.everything
  private var named: [ByteName: Grant] = [:]
  private let accept: ExecutionPolicy

  /// Reads the grants.
  ///
  /// - Throws: ``Failure``, or `ValidationError` if two grants are for the same
  ///   rules.
  init(_ options: RuleArguments) throws {
    try options.checkGrants()
    accept = options.accept ?? .anyLua
    for text in options.grant {
      let (rules, path) = options.parts(ofGrant: text)
      let file = try SettingsFile(path).text(or: .badGrant)
      let grant: Grant
      do {
        grant = try Grant(json: file, name: path)
      } catch {
        throw Failure(error, .badData)
      }
      if let rules { named[rules] = grant } else { others = grant }
    }
  }

  /// Creates the source of a rule file or a folder.
  func source(_ path: String) -> RuleSource {
    RuleSource(path: path, grant: named[path] ?? others, accept: accept)
  }

  /// Creates the source of a bundle that was made of a folder.
  func source(_ bundle: RuleBundle, of path: String) -> RuleSource {
    RuleSource(bundle: bundle.bytes, name: path, grant: named[path] ?? others, accept: accept)
  }
}

extension ExecutionPolicy: ExpressibleByArgument {}

extension UnusedKeyPolicy: ExpressibleByArgument {}

extension RuleArguments {
  /// Throws if two grants are for the same rules.
  func checkGrants() throws {
    let grants = grant.map { parts(ofGrant: $0).rules }
    if grants.filter({ $0 == nil }).count > 1 {
      throw ValidationError(
        "--grant for all rules is given more than once; write --grant RULES=FILE for some")
    }
    if Set(grants.map { $0.map { ByteName($0) } }).count < grants.count {
      throw ValidationError("--grant is given more than once for the same rules")
    }
  }

  /// Returns the rules that a grant is for, and the path of its file.
  ///
  /// - Returns: `nil` as rules for a grant of all sources without a grant of
  ///   their own.
  func parts(ofGrant text: String) -> (rules: String?, file: String) {
    for path in rules + fallback where text.utf8.starts(with: "\(path)=".utf8) {
      return (path, String(decoding: text.utf8.dropFirst(path.utf8.count + 1), as: UTF8.self))
    }
    return (nil, text)
  }
}
