import LuaBridge

/// A source with a grant that limits it, as its files refer to it.
///
/// Sources are compared by identity: two customers with the same grant are two
/// sources, and neither can use the other's modules.
package final class GrantedSource: Sendable {
  let grant: Grant
  /// The names that may be read; `nil` for all.
  let reading: NameTree?
  /// The folder, or the file, that belongs to the source; `nil` for a text.
  let place: String?

  init(_ grant: Grant, at place: String?) {
    self.grant = grant
    self.place = place
    reading = grant.read.names.map { NameTree($0.map(\.text)) }
  }

  /// Returns which part of a key may be read.
  func right(toRead key: String) -> ReadingRight {
    guard let reading else { return .whole }
    if let steps = NamePath.steps(of: key) {
      return right(toRead: steps.map { .name(NativePaths.Text($0)) })
    }
    guard let part = reading[key] else { return .nothing }
    return part.isWhole ? .whole : .part(part)
  }

  /// Returns which part of the value at a path may be read, if all values on
  /// the path exist.
  func right(toRead path: [NativePaths.Step]) -> ReadingRight {
    guard var tree = reading else { return .whole }
    for step in path where !tree.isWhole {
      // Only named members can be granted, not positions in a list.
      guard case .name(let name) = step, let part = tree[name.string] else { return .nothing }
      tree = part
    }
    return tree.isWhole ? .whole : .part(tree)
  }

  /// Throws if the keys of the context are listed and only a part of them may
  /// be read.
  func refuseListing() throws(RuleError) {
    if let reading { throw .notGranted(listing: "the context", granted: reading.names) }
  }

  /// Throws for a host function that may not be called.
  func refuseCall(of function: String) throws(RuleError) {
    if !grant.mayCall(function) { throw .notGranted(calling: function) }
  }
}

/// The part of a key that a source may read.
enum ReadingRight {
  case whole
  /// Some members.
  case part(NameTree)
  case nothing

  /// Returns the part that both rights allow.
  func intersection(_ other: ReadingRight) -> ReadingRight {
    switch (self, other) {
    case (.nothing, _), (_, .nothing): .nothing
    case (.whole, let right), (let right, .whole): right
    case (.part(let tree), .part(let other)): .part(tree.intersection(other))
    }
  }
}

extension GrantedSource: Hashable {
  /// Returns whether both are the same object.
  package static func == (left: GrantedSource, right: GrantedSource) -> Bool { left === right }

  /// Hashes the identity.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
