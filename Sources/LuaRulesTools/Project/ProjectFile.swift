import LuaBridge
import LuaRules

/// The file `luarules.json`, which says what the commands are to work on.
///
/// ```json
/// { "rules": ["."], "fallback": ["../base"], "schema": "app.schema.json",
///   "host": "lib/host.lua", "grant": "app.grant.json", "accept": "native-only",
///   "budget": { "instructions": 100000 } }
/// ```
///
/// All fields may be left out. Paths in it are relative to its folder.
public struct ProjectFile: Sendable, Hashable {
  /// What the file is called.
  public static let name = "luarules.json"

  /// The rule files and folders, in the order of declaration.
  public private(set) var rules: [String] = []
  /// The rule files and folders that are asked where those before have no answer.
  public private(set) var fallback: [String] = []
  /// The JSON Schema with the declared keys.
  public private(set) var schema: String?
  /// The Lua file that returns functions in place of the host's.
  public private(set) var host: String?
  /// The file that says what the rules may do.
  public private(set) var grant: String?
  /// The functions that the rules may have.
  public private(set) var accept: ExecutionPolicy?
  /// What answers and loading may use.
  public private(set) var limits = ProjectLimits()

  /// Creates a project of the text of a file.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - path: Where the file is; its folder is what its paths are relative to.
  /// - Throws: `RuleError` with code `bad-project`.
  public init(json: String, path: String) throws(RuleError) {
    var reader = try ProjectReader(json: json, path: path)
    rules = try reader.paths("rules")
    fallback = try reader.paths("fallback")
    schema = try reader.path("schema")
    host = try reader.path("host")
    grant = try reader.path("grant")
    accept = try reader.accepted("accept")
    limits = try reader.limits("budget")
    try reader.end()
  }
}

/// The limits that a project sets; `nil` where it leaves the default.
public struct ProjectLimits: Sendable, Hashable {
  /// The instructions of the Lua machine for one answer.
  public var instructions: Int?
  /// The processor time for one answer, in seconds.
  public var time: Double?
  /// The memory of the rules, in MiB.
  public var memory: Int?
  /// The keys that may be computed for one another.
  public var depth: Int?
  /// The parts of one value that comes out of the rules.
  public var valueNodes: Int?
  /// The bytes of the strings in such a value.
  public var valueBytes: Int?
  /// The tables inside one another in such a value.
  public var valueDepth: Int?
  /// The bytes of one rule file.
  public var file: Int?
  /// The bytes of all rule files together.
  public var files: Int?

  /// Creates limits that leave everything as it is.
  public init() {}
}

extension RuleError.Code {
  /// A project file that is no JSON, or says what it cannot.
  public static let badProject = Self(rawValue: "bad-project")
}
