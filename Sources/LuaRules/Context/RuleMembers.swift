import LuaBridge
import Synchronization

/// The members of a ``RuleObject``, each under its name.
public struct RuleMembers<Root>: Sendable, ExpressibleByArrayLiteral {
  /// INVARIANT: in byte order of their names, each name once.
  private let members: [RuleMember<Root>]
  /// Creates the set of the members.
  ///
  /// Of two with one name the later replaces the earlier.
  ///
  /// - Complexity: O(*n* log *n*) for *n* members.
  public init(_ members: [RuleMember<Root>]) {
    // The sort is stable, so the last of a run of equals is the last declared.
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

  /// Creates the set of the members that are listed; the last of a name counts.
  public init(arrayLiteral elements: RuleMember<Root>...) {
    self.init(elements)
  }

  /// The members in byte order of their names.
  public var all: [RuleMember<Root>] { members }

  /// The number of members.
  public var count: Int { members.count }

  /// The names in byte order.
  public var names: [String] { members.map(\.name) }

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
  /// Returns the list of a type, which is made the first time.
  ///
  /// For generic types, where Swift has no stored `static let`.
  public static func kept(for type: Root.Type, _ members: () -> RuleMembers) -> RuleMembers {
    let id = ObjectIdentifier(type)
    let known = KeptMembers.lists.withLock { $0[id] }
    if let known = known as? RuleMembers { return known }
    let made = members()
    return KeptMembers.lists.withLock { lists in
      // Of two that are made at once the first is kept, so that all readers have one list.
      if let first = lists[id] as? RuleMembers { return first }
      lists[id] = made
      return made
    }
  }
}

/// The lists of members that are kept, by type.
private enum KeptMembers {
  static let lists = Mutex<[ObjectIdentifier: any Sendable]>([:])
}
