import CLuaSupport

/// A value in memory, with the layout for reading it.
///
/// A read takes no lock, and neither copies nor retains the values on its way.
///
/// INVARIANT: used only while the owner keeps the value alive at its address.
@safe @usableFromInline package struct LaidOutValue {
  let address: UnsafeRawPointer
  let layout: UnsafePointer<LRSLayout>

  @inline(__always)
  init(at address: UnsafeRawPointer, _ layout: UnsafePointer<LRSLayout>) {
    unsafe self.address = address
    unsafe self.layout = layout
  }

  /// The kinds of values.
  @usableFromInline package enum Kind {
    /// A number, a boolean, a string, or `nil`.
    case scalar(LuaValue)
    /// A structure with members that can be read here.
    case members
    /// A copied Lua table.
    case table
    /// An array.
    case list
    /// A dictionary with string keys.
    case dictionary
    /// Any other value; its Lua form must be asked of the value itself.
    case foreign
  }

  /// The value without its optionals.
  @usableFromInline package var unwrapped: LaidOutValue {
    @inline(__always) get {
      switch unsafe layout.pointee.form {
      case .optional, .record: inner
      default: self
      }
    }
  }

  @inline(never) private var inner: LaidOutValue {
    var value = self
    while true {
      if unsafe value.layout.pointee.form == .record {
        let content = unsafe Record.content(of: value.load(UnsafeRawPointer.self))
        guard let address = unsafe content.address, let layout = unsafe content.layout else {
          return value
        }
        return unsafe LaidOutValue(at: address, layout)
      }
      guard let wrapped = unsafe value.layout.pointee.wrapped else { return value }
      guard unsafe lrs_hasValue(value.address, value.layout) else {
        return unsafe LaidOutValue(at: address, LayoutMaker.nothing.pointer)
      }
      unsafe value = LaidOutValue(at: value.address, wrapped)
    }
  }

  /// Whether the value is a copied Lua table.
  @inline(__always) @usableFromInline package var isTable: Bool {
    unsafe layout.pointee.form == .table
  }

  /// The number of the layout.
  @inline(__always) @usableFromInline package var layoutNumber: UInt32 {
    unsafe layout.pointee.number
  }

  /// The kind of the value.
  @inline(__always) @usableFromInline package var kind: Kind {
    switch unsafe layout.pointee.form {
    case .members: return .members
    case .table: return .table
    case .list: return .list
    case .dictionary: return .dictionary
    case .optional, .record: return inner.kind
    default: return scalar.map { .scalar($0) } ?? .foreign
    }
  }

  /// The scalar; `nil` for any other value, and for a scalar that only Swift code can convert.
  @inline(__always) @usableFromInline package var scalar: LuaValue? {
    switch unsafe layout.pointee.form {
    case .string: .string(load(String.self))
    case .case:
      unsafe layout.pointee.cases?.assumingMemoryBound(to: LuaValue?.self)[
        Int(load(UInt8.self))]
    case .boolean: .boolean(load(Bool.self))
    case .integer where unsafe layout.pointee.size == 8: .integer(load(Int64.self))
    case .double: .number(load(Double.self))
    case .foreign, .members, .table, .list, .dictionary, .record, .object: nil
    case .integer, .unsigned, .float, .date, .duration, .UUID, .decimal, .nothing, .optional,
      .luaValue:
      rareScalar
    }
  }

  @inline(never) private var rareScalar: LuaValue? {
    switch unsafe (layout.pointee.form, layout.pointee.size) {
    case (.nothing, _): .nil
    case (.optional, _): inner.scalar
    case (.luaValue, _): load(LuaValue.self).plainScalar
    case (.float, _): .number(Double(load(Float.self)))
    case (.date, _), (.duration, _), (.UUID, _), (.decimal, _):
      unsafe ScalarForms.value(at: address, as: layout.pointee.form)
    case (.integer, 1): .integer(Int64(load(Int8.self)))
    case (.integer, 2): .integer(Int64(load(Int16.self)))
    case (.integer, 4): .integer(Int64(load(Int32.self)))
    case (.unsigned, 1): .integer(Int64(load(UInt8.self)))
    case (.unsigned, 2): .integer(Int64(load(UInt16.self)))
    case (.unsigned, 4): .integer(Int64(load(UInt32.self)))
    case (.unsigned, 8): Int64(exactly: load(UInt64.self)).map { .integer($0) }
    default: nil
    }
  }

  @inline(__always) private func load<Value>(_ type: Value.Type) -> Value {
    unsafe address.assumingMemoryBound(to: type).pointee
  }

  // MARK: Members

  /// Returns the member at a position, counted from 1; `nil` if there is none, or it is not stored.
  @inline(__always)
  @usableFromInline package func member(at position: UInt32) -> LaidOutValue? {
    guard position != 0, unsafe position <= layout.pointee.memberCount,
      let member = unsafe layout.pointee.members.map({ unsafe $0 + Int(position) - 1 }),
      let layout = unsafe member.pointee.layout
    else { return nil }
    return unsafe LaidOutValue(at: address + Int(member.pointee.offset), layout)
  }

  /// Returns the position of a stored member that is not secret; 0 for none.
  @usableFromInline package func position(of name: String) -> UInt32 {
    unsafe Layout(pointer: layout).witness.position(of: name)
  }

  /// Returns the member at a position, counted from 1, if host code computes it
  /// and it is a scalar or `nil`.
  @usableFromInline package func scalarMember(at position: UInt32) -> UnretainedReference<
    ScalarMember
  >? {
    switch unsafe layout.pointee.form {
    case .members, .object:
      unsafe Unmanaged<TypeWitness>.fromOpaque(layout.pointee.witness)
        ._withUnsafeGuaranteedRef { $0.scalarMember(at: position) }
    default: nil
    }
  }

  /// Whether rules always see the members that the object's type lists.
  var showsMembers: Bool {
    unsafe Unmanaged<TypeWitness>.fromOpaque(layout.pointee.witness)
      ._withUnsafeGuaranteedRef { unsafe $0.showsMembers(address) }
  }

  // MARK: Containers

  /// The number of elements of a list, or of entries of a dictionary; `nil` for other values.
  @usableFromInline package var count: Int? {
    switch unsafe layout.pointee.form {
    case .list where unsafe layout.pointee.stride != 0:
      unsafe Int(lrs_countOfList(address))
    case .list, .dictionary:
      unsafe Unmanaged<TypeWitness>.fromOpaque(layout.pointee.witness)
        ._withUnsafeGuaranteedRef { unsafe $0.count(of: address) }
    default: nil
    }
  }

  /// Returns the element of a list at a position, counted from 1.
  ///
  /// - Returns: The element; the value of layout `nothing` beyond the end; `nil` for a value that
  ///   is no list, and for elements that cannot be read here.
  @usableFromInline package func element(at position: Int64) -> LaidOutValue? {
    guard unsafe layout.pointee.form == .list, unsafe layout.pointee.stride != 0,
      let type = unsafe layout.pointee.wrappedType, let elements = unsafe lrs_layoutOf(type)
    else { return nil }
    let (first, stride) = unsafe (layout.pointee.firstElement, layout.pointee.stride)
    guard let element = unsafe lrs_element(address, first, stride, position) else {
      return unsafe LaidOutValue(at: address, LayoutMaker.nothing.pointer)
    }
    return unsafe LaidOutValue(at: element, elements)
  }

  /// Returns the scalar for a name in a dictionary; Lua's `nil` if there is no entry.
  ///
  /// - Parameter name: The name, compared by its bytes.
  /// - Returns: The scalar; `nil` for a value that is no dictionary, or an entry that is no scalar.
  @usableFromInline package func entry(_ name: String) -> LuaValue? {
    guard unsafe layout.pointee.form == .dictionary else { return nil }
    return unsafe Unmanaged<TypeWitness>.fromOpaque(layout.pointee.witness)
      ._withUnsafeGuaranteedRef { unsafe $0.entry(name, of: address) }
  }

  var members: LayoutMembers? { unsafe Layout(pointer: layout).witness.members }

  /// Runs `body` with the table; only for the kind `table`.
  @inline(__always)
  @usableFromInline package func withTable<Result>(_ body: (borrowing LuaTable) -> Result) -> Result
  {
    unsafe body(address.assumingMemoryBound(to: LuaTable.self).pointee)
  }

  // MARK: As a whole

  /// A copy of the value, in the type with which it was set.
  @usableFromInline package var copy: Any { unsafe Layout(pointer: layout).witness.load(address) }

  /// The same copy as `Sendable`; the value must have been given as `Sendable`.
  var sendableCopy: any Sendable {
    // INVARIANT: both existentials have the same memory layout.
    unsafe unsafeBitCast(Erased(value: copy), to: ErasedSendable.self).value
  }

  // Wrapped in structures, because a generic function opens an existential that is passed directly.
  private struct Erased { let value: Any }
  private struct ErasedSendable { let value: any Sendable }

  /// Returns the Lua form of the value; a view reads it in the memory of its owner.
  func representation(of owner: AnyObject) -> LuaRepresentation {
    switch unwrapped.kind {
    case .scalar(let value): .value(value)
    case .members: .view(LayoutView(unwrapped, of: owner))
    case .table: withTable { .view(LuaTableView(copy $0)) }
    case .foreign, .list, .dictionary:
      unsafe Layout(pointer: layout).witness.representation(of: address)
    }
  }
}

extension LuaRepresentation {
  /// Finds the Lua form of a value by the layout of its type; makes the layout at the first use.
  @usableFromInline package init<Value>(layingOut value: Value) {
    let layout = Layout.of(value)
    let scalar = unsafe withUnsafePointer(to: value) { place in
      unsafe LaidOutValue(at: UnsafeRawPointer(place), layout.pointer).unwrapped.scalar
    }
    if let scalar { self = .value(scalar) } else { self.init(of: value) }
  }
}

extension LuaValue {
  /// The value, if it is a scalar with the same form in Swift and in Lua.
  var plainScalar: LuaValue? {
    switch self {
    case .boolean, .integer, .number, .string: self
    case .nil, .null, .bytes, .table, .object, .function: nil
    }
  }
}
