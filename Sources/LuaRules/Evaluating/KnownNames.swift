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
  ///
  /// - Complexity: O(*n*) for *n* names, and O(*n* log *n*) for the first question to a model.
  var all: [String] {
    models.reduce(values.names) { $0.mergedByBytes(with: $1.readableNames.keys) }
  }

  /// The known key or path that the author of an unknown name probably meant.
  func nearest(to name: String) -> String? {
    if models.contains(where: { $0.candidates.prefixes.contains(name) }) {
      let paths = models.lazy.flatMap(\.readableNames.paths)
      return paths.filter { $0.hasPrefix("\(name).") }.min { $0.precedesInBytes($1) }
    }
    if let key = models.lazy.compactMap({ $0.schema.key(ofAccessor: name) }).first { return key }
    if let found = closest(to: name, arePaths: true) { return found }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return closest(to: String(name[..<dot]), arePaths: false).map { $0 + name[dot...] }
  }

  private func closest(to word: String, arePaths: Bool) -> String? {
    guard var search = SpellingSearch(word) else { return nil }
    for model in models {
      model.readableNames.spellings.search(&search) { arePaths || !$0.isPath }
    }
    for name in values.names {
      if search.isOver { break }
      if arePaths || !name.isPath { search.consider(name) }
    }
    return search.best?.name
  }
}

/// The names that the rules and the schema of a model make readable.
///
/// A model makes them once, for the first misspelt name or the first `pairs(c)`: without that, a
/// thousand misspelt names would each sort all others.
struct ReadableNames: Sendable {
  /// The names of keys, in byte order.
  let keys: [String]
  /// The keys with paths, in byte order.
  let paths: [String]
  /// Both, prepared for hints about misspelt names.
  let spellings: SpellingIndex

  init(of model: ModelCore) {
    var keys = Set(names: model.schema.names)
    keys.formUnion(model.candidates.assignedKeys.filter { !$0.isPath })
    keys.formUnion(model.candidates.prefixes.filter { !$0.text.isPath })
    self.keys = keys.sortedByBytes()
    paths = model.candidates.assignedKeys.filter(\.isPath).uniqueByBytes()
    spellings = SpellingIndex(self.keys + paths)
  }
}

extension [String] {
  /// Returns the names of two lists in byte order, each once.
  fileprivate func mergedByBytes(with others: [String]) -> [String] {
    if isEmpty { return others }
    var merged: [String] = []
    merged.reserveCapacity(count + others.count)
    var rest = self[...]
    for name in others {
      while let first = rest.first, first.precedesInBytes(name) {
        merged.append(rest.removeFirst())
      }
      if let first = rest.first, !name.precedesInBytes(first) { rest.removeFirst() }
      merged.append(name)
    }
    return merged + rest
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
