/// The entries of a folder that are watched.
enum EntryNames: Equatable, Sendable {
  case any
  case only(Set<String>)

  init(_ names: Set<String>?) {
    self = names.map(EntryNames.only) ?? .any
  }

  func contains(_ name: String) -> Bool {
    switch self {
    case .any: true
    case .only(let names): names.contains(name)
    }
  }

  func contains(anyOf others: Set<String>) -> Bool {
    switch self {
    case .any: !others.isEmpty
    case .only(let names): !names.isDisjoint(with: others)
    }
  }

  func union(_ other: EntryNames) -> EntryNames {
    guard case .only(let mine) = self, case .only(let others) = other else { return .any }
    return .only(mine.union(others))
  }
}
