import LuaBridge

/// The names that rules can read in a context: set, assigned or declared.
struct KnownNames {
  private let values: ContextValues
  private let models: [ModelCore]

  init(_ values: ContextValues, _ models: [ModelCore]) {
    self.values = values
    self.models = models
  }

  /// The names of all keys, in byte order.
  var all: [String] {
    var names = Set(names: values.names)
    for model in models {
      names.formUnion(model.plan.assignedKeys.filter { !$0.isPath })
      names.formUnion(model.plan.prefixes.filter { !$0.text.isPath })
      names.formUnion(model.schema.names)
    }
    return names.sortedByBytes()
  }

  /// The known key or path that the author of an unknown name probably meant.
  func nearest(to name: String) -> String? {
    let paths = models.flatMap { $0.plan.assignedKeys.filter(\.isPath) }.uniqueByBytes()
    if models.contains(where: { $0.plan.prefixes.contains(name) }) {
      return paths.first { $0.hasPrefix("\(name).") }
    }
    if let key = models.lazy.compactMap({ $0.schema.key(ofAccessor: name) }).first { return key }
    let names = all
    if let found = Spelling.suggestion(for: name, among: names + paths) { return found }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return Spelling.suggestion(for: String(name[..<dot]), among: names).map { $0 + name[dot...] }
  }
}

extension RuleError {
  /// The error for a name, or a path, that is neither set, nor assigned, nor declared.
  static func unknownKey(_ name: String, nearest: String?) -> RuleError {
    RuleError(
      .unknownKey, "unknown key `\(name)`",
      hint: nearest.map { "did you mean `\($0)`?" }
        ?? "it is neither set, nor assigned by a rule, nor declared")
  }
}

extension String {
  /// Whether a key's name is a path of several names.
  fileprivate var isPath: Bool { utf8.contains(UInt8(ascii: ".")) }
}
