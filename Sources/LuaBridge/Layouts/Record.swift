import CLuaSupport

/// An object with the members of a ``RecordLayout``, such as a row of a table.
///
/// INVARIANT: `@unchecked Sendable` because all stored properties are constants, and the memory that
/// `storage` points to is written only by `makeStorage` and `init`, before anybody else has the object.
/// What lies in it was given as `any Sendable`. `deinit`, which frees it, runs with the last reference.
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
