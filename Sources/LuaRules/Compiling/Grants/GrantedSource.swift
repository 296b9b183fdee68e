import LuaBridge

/// A source that may not do everything, as its files know it.
///
/// Told from others by its identity: two customers with the same grant are two
/// sources, and neither gets at the other's modules.
final class GrantedSource: Sendable {
  let grant: Grant
  /// What may be read; `nil` for everything.
  let reading: NameTree?
  /// The folder, or the file, that belongs to the source; `nil` for a text.
  let place: String?

  init(_ grant: Grant, at place: String?) {
    self.grant = grant
    self.place = place
    reading = grant.read.names.map { NameTree($0.map(\.text)) }
  }

  /// What may be read of a key.
  func right(toRead key: String) -> ReadingRight {
    guard let reading else { return .whole }
    guard let part = reading[key] else { return .nothing }
    return part.isWhole ? .whole : .part(part)
  }

  /// What may be read at a path, when all that it goes through is there.
  func right(toRead path: [NativePaths.Step]) -> ReadingRight {
    guard var tree = reading else { return .whole }
    for step in path where !tree.isWhole {
      // Of what may be read in parts, positions in a list are none.
      guard case .name(let name) = step, let part = tree[name.string] else { return .nothing }
      tree = part
    }
    return tree.isWhole ? .whole : .part(tree)
  }

  /// Refuses to list the keys of a context that may be read in parts only.
  func refuseListing() throws(RuleError) {
    if let reading { throw .notGranted(listing: "the context", granted: reading.names) }
  }

  /// Refuses a host function that may not be called.
  func refuseCall(of function: String) throws(RuleError) {
    if !grant.mayCall(function) { throw .notGranted(calling: function) }
  }
}

/// What a source may read of a key.
enum ReadingRight {
  case whole
  /// Some members.
  case part(NameTree)
  case nothing

  /// Returns what both rights give.
  func intersection(_ other: ReadingRight) -> ReadingRight {
    switch (self, other) {
    case (.nothing, _), (_, .nothing): .nothing
    case (.whole, let right), (let right, .whole): right
    case (.part(let tree), .part(let other)): .part(tree.intersection(other))
    }
  }
}

extension GrantedSource: Hashable {
  /// Returns whether both are the same source.
  static func == (left: GrantedSource, right: GrantedSource) -> Bool { left === right }

  /// Hashes the identity.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
