import LuaBridge
import LuaRules

/// The file `luarules.json`, which tells the commands what to work on.
///
/// ```json
/// { "rules": ["."], "fallback": ["../base"], "schema": "app.schema.json",
///   "host": "lib/host.lua", "grant": "app.grant.json", "accept": "lua-free",
///   "unusedKeys": "refuse", "gate": ["checks", "tests"],
///   "findings": { "not-planned": "off" }, "budget": { "instructions": 100000 } }
/// ```
///
/// All fields are optional. Paths in the file are relative to its folder.
public struct ProjectFile: Sendable, Hashable {
  /// The name of the file.
  public static let name = "luarules.json"

  /// The rule files and folders, in the order of declaration.
  public private(set) var rules: [String] = []
  /// The rule files and folders of the fallback, which answers where the rules
  /// have no answer.
  public private(set) var fallback: [String] = []
  /// The JSON Schema with the declared keys.
  public private(set) var schema: String?
  /// The Lua file that returns functions in place of the host functions.
  public private(set) var host: String?
  /// The file with the grant of the rules.
  public private(set) var grant: String?
  /// The functions that the rules may use.
  public private(set) var accept: ExecutionPolicy?
  /// What to do about keys and members that can never matter.
  public private(set) var unusedKeys: UnusedKeyPolicy?
  /// What edited rules have to pass before they answer.
  public private(set) var gate: [ProjectGate] = []
  /// The levels of what the check finds.
  public private(set) var findings = FindingLevels()
  /// How many of 100 rules have to win in a test; `nil` for any number.
  public private(set) var coverageThreshold: Double?
  /// The limits of evaluations and of loading.
  public private(set) var limits = ProjectLimits()

  /// Creates a project from the text of a file.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - path: The path of the file; paths in the file are relative to its
  ///     folder.
  /// - Throws: `RuleError` with code `bad-project`.
  public init(json: String, path: String) throws(RuleError) {
    var reader = try ProjectReader(json: json, path: path)
    rules = try reader.paths("rules")
    fallback = try reader.paths("fallback")
    schema = try reader.path("schema")
    host = try reader.path("host")
    grant = try reader.path("grant")
    accept = try reader.word("accept")
    unusedKeys = try reader.word("unusedKeys")
    gate = try reader.gates("gate")
    findings = try reader.findingLevels("findings")
    coverageThreshold = try reader.percent("coverageThreshold")
    limits = try reader.limits("budget")
    try reader.end()
  }
}

/// The limits that a project sets; `nil` for a default limit.
public struct ProjectLimits: Sendable, Hashable {
  /// The instructions of the Lua machine for one evaluation.
  public var instructions: Int?
  /// The processor time for one evaluation, in seconds.
  public var time: Double?
  /// The memory of the rules, in MiB.
  public var memory: Int?
  /// How many keys may be computed one inside the other.
  public var depth: Int?
  /// The parts of one value that rules return.
  public var valueNodes: Int?
  /// The bytes of all strings in such a value.
  public var valueBytes: Int?
  /// The nesting depth of tables in such a value.
  public var valueDepth: Int?
  /// The bytes of one rule file.
  public var file: Int?
  /// The bytes of all rule files together.
  public var files: Int?

  /// Creates limits that keep all defaults.
  public init() {}

  /// The limits that are counts, as a project file and the command line name them, with the greatest one.
  package static let counts:
    [(name: String, path: any WritableKeyPath<Self, Int?> & Sendable, greatest: Int)] = [
      ("instructions", \.instructions, .max), ("memory", \.memory, 65_536),
      ("depth", \.depth, .max),
      ("valueNodes", \.valueNodes, .max), ("valueBytes", \.valueBytes, .max),
      ("valueDepth", \.valueDepth, 100), ("file", \.file, .max), ("files", \.files, .max),
    ]

  /// The greatest time, in seconds.
  package static let mostSeconds = 86_400.0

  /// Replaces the limits that another one sets.
  package mutating func merge(_ other: Self) {
    time = other.time ?? time
    for count in Self.counts {
      self[keyPath: count.path] = other[keyPath: count.path] ?? self[keyPath: count.path]
    }
  }
}

extension RuleError.Code {
  /// A project file that is not JSON, or that has an error.
  public static let badProject = Self(rawValue: "bad-project")
}
