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
  init(_ options: RuleArguments, in files: any RuleFileSystem = LocalFileSystem()) throws {
    try options.checkGrants()
    accept = options.accept ?? .anyLua
    for text in options.grant {
      let (rules, path) = options.parts(ofSetting: text)
      let file = try SettingsFile(path, in: files).text(or: .badGrant)
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

  /// Creates the source of the content of a bundle.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: The name in errors.
  ///   - path: The rules as they are named on the command line.
  /// - Returns: The source.
  func source(bundle bytes: [UInt8], name: String, of path: String) -> RuleSource {
    RuleSource(bundle: bytes, name: name, grant: named[path] ?? others, accept: accept)
  }
}

extension ExecutionPolicy: ExpressibleByArgument {}

extension UnusedKeyPolicy: ExpressibleByArgument {}

extension RuleArguments {
  /// Throws if two grants are for the same rules.
  func checkGrants() throws { try checkSettings("--grant", grant) }

  /// Throws if two files of an option are for the same rules.
  func checkSettings(_ option: String, _ texts: [String]) throws {
    let settings = texts.map { parts(ofSetting: $0).rules }
    if settings.filter({ $0 == nil }).count > 1 {
      throw ValidationError(
        "\(option) for all rules is given more than once; write \(option) RULES=FILE for some")
    }
    if Set(settings.map { $0.map { ByteName($0) } }).count < settings.count {
      throw ValidationError("\(option) is given more than once for the same rules")
    }
  }

  /// Returns the rules that a file of an option, such as a grant, is for, and its path.
  ///
  /// - Returns: `nil` as rules for a file of all sources without a file of
  ///   their own.
  func parts(ofSetting text: String) -> (rules: String?, file: String) {
    for path in rules + fallback where text.utf8.starts(with: "\(path)=".utf8) {
      return (path, String(decoding: text.utf8.dropFirst(path.utf8.count + 1), as: UTF8.self))
    }
    return (nil, text)
  }
}
