import CLuaSupport

/// The names and types of the members of records, which are known only at run time.
///
/// A record is read like a structure with these stored properties: at the same cost, and with the
/// same error for an unknown name.
///
/// ```swift
/// let columns = RecordLayout(members: [("id", Int.self), ("name", String?.self)])
/// context.customer = try RuleRecord(columns, values: [7, "Ann"])
/// ```
///
/// INVARIANT: `@unchecked Sendable` because all stored properties are constants, and the memory that
/// `list` and `pointer` point to is written only in `init`, before anybody else has the object, and freed
/// in `deinit`, which runs with the last reference. Other threads get the pointer only from the object.
@safe public final class RecordLayout: @unchecked Sendable {
  /// One member, with its offset in a record.
  struct Member {
    let name: String
    let layout: Layout
    let offset: Int
  }

  /// The members, in the order of the initializer's argument.
  let members: [Member]
  /// Whether the values of all members are known never to change.
  let isImmutable: Bool
  let size: Int
  let alignment: Int
  let pointer: UnsafeMutablePointer<LRSLayout>
  private let list: UnsafeMutableBufferPointer<LRSMember>

  /// Creates the layout of records.
  ///
  /// - Parameter members: Names and types. If a name occurs twice, the later
  ///   member replaces the earlier.
  package init(_ members: [(name: String, type: any Sendable.Type)]) {
    // The first word of a record's storage is the reference to its object.
    var size = MemoryLayout<UInt>.size
    self.members = members.map { name, type in
      let layout = Layout.of(type: type)
      let witness = layout.witness
      let offset = (size + witness.alignment - 1) / witness.alignment * witness.alignment
      size = offset + witness.size
      return Member(name: name, layout: layout, offset: offset)
    }
    isImmutable = members.allSatisfy { Immutability.isKnown(of: $0.type) }
    self.size = size
    alignment = self.members.reduce(16) { max($0, $1.layout.witness.alignment) }
    // The sort is stable, so the last of several members with one name is the one given last.
    var unique: [Member] = []
    for member in self.members.sorted(by: { $0.name.precedesInBytes($1.name) }) {
      if let last = unique.last, last.name.hasSameBytes(as: member.name) { unique.removeLast() }
      unique.append(member)
    }
    let witness = RecordWitness()
    witness.list(
      LayoutMembers(
        unique.map { LayoutMember($0.name, $0.layout.witness.type, storedAt: $0.offset) }))
    unsafe list = .allocate(capacity: unique.count)
    _ = unsafe list.initialize(
      from: unique.lazy.map {
        unsafe LRSMember(
          layout: $0.layout.pointer, offset: UInt32(clamping: $0.offset), isSecret: false)
      })
    unsafe pointer = LayoutMaker.recordLayout(list, witness)
  }

  deinit {
    unsafe Unmanaged<TypeWitness>.fromOpaque(pointer.pointee.witness).release()
    unsafe pointer.deallocate()
    unsafe list.deallocate()
  }

  /// The names of the members, in the order of the initializer's argument.
  public var names: [String] { members.map(\.name) }
}
