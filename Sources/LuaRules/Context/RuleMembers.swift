import LuaBridge
import Synchronization

/// The members of a ``RuleObject``, each under its name.
public struct RuleMembers<Root>: Sendable, ExpressibleByArrayLiteral {
  /// INVARIANT: in byte order of their names, each name once.
  private let members: [RuleMember<Root>]
  /// Creates the set of the members.
  ///
  /// If two members have the same name, the later one wins.
  ///
  /// - Complexity: O(*n* log *n*) for *n* members.
  public init(_ members: [RuleMember<Root>]) {
    // The sort is stable, so of equal names the one declared last comes last.
    let sorted = members.sorted { $0.name.precedesInBytes($1.name) }
    var unique: [RuleMember<Root>] = []
    unique.reserveCapacity(sorted.count)
    for member in sorted {
      if let last = unique.last, last.name.utf8.elementsEqual(member.name.utf8) {
        unique.removeLast()
      }
      unique.append(member)
    }
    self.members = unique
  }

  /// Creates the set of the listed members; if names are equal, the last one
  /// wins.
  public init(arrayLiteral elements: RuleMember<Root>...) {
    self.init(elements)
  }

  /// The members in byte order of their names.
  public var all: [RuleMember<Root>] { members }

  /// The number of members.
  package var count: Int { members.count }

  /// The names in byte order.
  package var names: [String] { members.map(\.name) }

  /// Returns the member with the name, or `nil` when there is none.
  ///
  /// - Complexity: O(log *n*) for *n* members.
  public subscript(name: String) -> RuleMember<Root>? {
    position(of: name).map { members[$0] }
  }

  func position(of name: String) -> Int? {
    members.position(ofName: name) { $0.name }
  }
}

extension RuleMembers {
  /// Returns the cached members of a type, which are created on the first call.
  ///
  /// Use it for generic types, where Swift has no stored `static let`.
  public static func kept(for type: Root.Type, _ members: () -> RuleMembers) -> RuleMembers {
    let id = ObjectIdentifier(type)
    let known = KeptMembers.lists.withLock { $0[id] }
    if let known = known as? RuleMembers { return known }
    let made = members()
    return KeptMembers.lists.withLock { lists in
      // If two threads create the members at once, the first list is kept, so that all
      // readers share it.
      if let first = lists[id] as? RuleMembers { return first }
      lists[id] = made
      return made
    }
  }
}

/// The cache of the lists of members, by type.
private enum KeptMembers {
  static let lists = Mutex<[ObjectIdentifier: any Sendable]>([:])
}
