import LuaRules

/// The host functions that files name, where nobody has said which ones the program has.
struct UnknownHost {
  /// The names, in byte order.
  let names: [String]
  /// The first place where one is named.
  let place: SourceLocation

  /// Looks for the names in files that use a host function; `nil` if there are none.
  init?(_ models: [InspectedModel]) {
    guard models.contains(where: \.usesUnknownHost) else { return nil }
    var names: Set<String> = []
    var first: SourceLocation?
    let files = Set(models.flatMap(\.texts.keys)).sorted()
    for written in files.compactMap({ file in models.lazy.compactMap { $0.written(file) }.first }) {
      for number in written.syntax.expressions.indices {
        guard let path = written.syntax.globalPath(number), path.count == 2, path[0] == "host"
        else { continue }
        names.insert(path[1])
        if first == nil { first = written.place(of: number) }
      }
    }
    guard let first else { return nil }
    self.names = names.sorted()
    place = first
  }

  /// Functions with these names, which are never called.
  var functions: HostFunctions {
    names.reduce([:]) { functions, name in
      functions.adding(name) { (_: RuleContext?) in nil as Int? }
    }
  }

  /// How many names are told.
  private static let mostNames = 5

  /// What is told once instead of an error for each function.
  var finding: RuleFinding {
    let shown = names.prefix(Self.mostNames).map { "`host.\($0)`" }.joined(separator: ", ")
    let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
    return RuleFinding(
      .unknownHostFunction, .info,
      "it is not known which host functions the program has: \(shown)\(more)",
      at: place, fix: "name them in the schema, under `x-host`, or give their stubs")
  }
}

extension InspectedModel {
  /// Whether it names or calls a function that the host is not known to have.
  fileprivate var usesUnknownHost: Bool {
    errors.contains { $0.code == .unknownHostFunction }
      || faults.contains { if case .callsUnknownHost = $0.kind { true } else { false } }
  }
}
