import Foundation

/// A few lines of Lua that try to harm who runs them, and how that has to end.
///
/// Each is a file in `Programs/<kind>/`, which begins with comments:
///
///     -- expect: budget              an error with this code,
///     -- expect: undefined-global io   with this word in its message,
///     -- expect: value 7             or this answer as JSON,
///     -- expect: value               or any answer
///     -- needs: context              it names `c`; `host`: it calls host functions
public struct AttackProgram: Sendable, CustomStringConvertible {
  /// What it attacks.
  public let kind: String
  /// What it does.
  public let name: String
  /// The statements.
  public let body: String
  /// The ways in which it may end.
  public let endings: [AttackEnding]
  /// What has to be there for it: `context` or `host`.
  public let needs: Set<String>

  /// The kind and the name.
  public var description: String { "\(kind)/\(name)" }

  /// Creates a program.
  public init(
    kind: String, name: String, body: String, endings: [AttackEnding], needs: Set<String> = []
  ) {
    self.kind = kind
    self.name = name
    self.body = body
    self.endings = endings
    self.needs = needs
  }

  /// Whether a way to end is an expected one.
  public func expects(_ outcome: AttackOutcome, in placement: AttackPlacement) -> Bool {
    endings.contains { $0.fits(outcome, in: placement) }
  }

  /// What the file of the program may do, as JSON; `nil` for everything.
  public var grant: String? {
    kind == "grants"
      ? """
      {"assign": ["attack", "control", "inner"], "functions": ["one"],
       "read": ["inner", "list", "n", "on", "todo.title"]}
      """ : nil
  }

  /// The context in which it is asked; where there is a grant, with more than that allows.
  public var context: String {
    grant == nil
      ? AttackPlacement.context
      : """
      {"on": true, "n": 7, "list": [1, 2, 3], "todo": {"title": "buy", "price": 99},
       "secret": "s3cret"}
      """
  }

  /// The places where the program makes sense.
  public var placements: [AttackPlacement] {
    AttackPlacement.allCases.filter { placement in
      if kind == "conversion", needs != ["host"] { return placement.showsResult }
      return needs.isEmpty || !placement.isWhileLoading
    }
  }
}

/// How a program ended.
public enum AttackOutcome: Sendable {
  /// With an answer, as JSON.
  case value(String)
  /// With an error, by its code and its text.
  case error(code: String, text: String)
}

/// How a program may end.
public enum AttackEnding: Sendable {
  /// With an answer: this one, or any.
  case value(String?)
  /// With an error of this code, with this word in its text.
  case error(code: String, word: String?)

  /// Reads what stands behind `-- expect:`.
  init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : nil
    self = parts.first == "value" ? .value(rest) : .error(code: parts.first ?? "", word: rest)
  }

  func fits(_ outcome: AttackOutcome, in placement: AttackPlacement) -> Bool {
    switch (self, outcome) {
    case (.value(let wanted), .value(let answer)):
      wanted == nil || !placement.showsResult || wanted == answer
        || wanted.map { "\"\($0)\"" } == answer || wanted == "nil" && answer == "null"
    case (.error(let code, let word), .error(let given, let text)):
      code == given && (word.map(text.contains) ?? true)
    default: false
    }
  }
}

// MARK: - Files

extension AttackProgram {
  /// The programs of all files, in the order of their names.
  public static let all: [AttackProgram] = {
    guard let root = Bundle.module.url(forResource: "Programs", withExtension: nil) else {
      return []
    }
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".lua") }.sorted().compactMap { path in
      AttackProgram(path: path, at: root.appending(path: path))
    }
  }()

  private init?(path: String, at url: URL) {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let header = lines.prefix { $0.hasPrefix("-- ") }
    func values(of word: String) -> [String] {
      header.filter { $0.hasPrefix("-- \(word): ") }.map { String($0.dropFirst(word.count + 5)) }
    }
    let parts = path.dropLast(".lua".count).split(separator: "/").map(String.init)
    guard parts.count == 2 else { return nil }
    self.init(
      kind: parts[0], name: parts[1], body: lines.dropFirst(header.count).joined(separator: "\n"),
      endings: values(of: "expect").map(AttackEnding.init),
      needs: Set(values(of: "needs")))
  }
}
