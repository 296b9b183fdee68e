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
/// INVARIANT: `@unchecked Sendable` because the memory is not written after `init`.
@safe public final class RecordLayout: @unchecked Sendable {
  /// One member, with its offset in a record.
  struct Member {
    let name: String
    let layout: Layout
    let offset: Int
  }

  /// The members, in the order of the initializer's argument.
  let members: [Member]
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

/// An object with the members of a ``RecordLayout``, such as a row of a table.
///
/// INVARIANT: `@unchecked Sendable` because the memory is not written after `init`, and it holds
/// values that are `Sendable`.
@safe public final class Record: @unchecked Sendable {
  /// The layout, with names and types of the members.
  public let layout: RecordLayout
  private let storage: UnsafeMutableRawPointer

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - layout: The layout, with names and types of the members.
  ///   - values: The values in the order of the layout, each of the type in the layout; for an optional
  ///     type also a value without the optional.
  /// - Throws: ``ConversionError`` for a value of another type, or a wrong number of values.
  package init(_ layout: RecordLayout, _ values: [(any Sendable)?]) throws(ConversionError) {
    self.layout = layout
    unsafe storage = try Self.makeStorage(layout, values)
    unsafe storage.storeBytes(
      of: Unmanaged.passUnretained(self).toOpaque(), as: UnsafeMutableRawPointer.self)
  }

  private static func makeStorage(
    _ layout: RecordLayout, _ values: [(any Sendable)?]
  ) throws(ConversionError) -> UnsafeMutableRawPointer {
    guard values.count == layout.members.count else {
      throw ConversionError(
        .wrongValue, given: "\(values.count) values",
        expected: "\(layout.members.count), one for each member")
    }
    let storage = UnsafeMutableRawPointer.allocate(
      byteCount: layout.size, alignment: layout.alignment)
    for (index, value) in values.enumerated() {
      let member = layout.members[index]
      guard unsafe member.layout.witness.store(value, to: storage + member.offset) else {
        unsafe destroy(storage, layout.members[..<index])
        throw ConversionError(
          .wrongType, given: value.map { "a value of type \(type(of: $0))" } ?? "nothing",
          expected: "\(member.layout.witness.type)", path: [member.name])
      }
    }
    return unsafe storage
  }

  deinit { unsafe Self.destroy(storage, layout.members[...]) }

  private static func destroy(
    _ storage: UnsafeMutableRawPointer, _ members: ArraySlice<RecordLayout.Member>
  ) {
    for member in members { unsafe member.layout.witness.destroy(storage + member.offset) }
    unsafe storage.deallocate()
  }

  /// The value of a member, as it was given; `nil` for an unknown name.
  public subscript(name: String) -> (any Sendable)? {
    guard let value = content.member(at: content.position(of: name)) else { return nil }
    return value.sendableCopy
  }

  /// The memory of a record's members; valid while the record is alive.
  static func content(of record: UnsafeRawPointer) -> LRSStored {
    unsafe Unmanaged<Record>.fromOpaque(record)._withUnsafeGuaranteedRef { record in
      unsafe LRSStored(address: record.storage, layout: record.layout.pointer)
    }
  }

  /// The members in memory; valid while the record is alive.
  var content: LaidOutValue { unsafe LaidOutValue(at: storage, layout.pointer) }
}

extension Record: LuaViewConvertible {
  /// The view for rules: the record's members.
  public var luaView: any LuaView { LayoutView(content, of: self) }
}

/// The witness of the records of one layout.
///
/// INVARIANT: `@unchecked Sendable` because it adds no properties to ``TypeWitness``.
private final class RecordWitness: ValueWitness<UInt>, @unchecked Sendable {
  init() { super.init(as: Record.self) }

  override func load(_ value: UnsafeRawPointer) -> Any {
    let record = unsafe value.load(as: UnsafeRawPointer.self)
    return unsafe Unmanaged<Record>.fromOpaque(record).takeUnretainedValue()
  }
}
