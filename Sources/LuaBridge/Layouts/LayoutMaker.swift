import CLuaSupport
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes the layouts of types.
///
/// A layout that is made from a value is compared with `Mirror`'s result for the value. If they
/// differ, or if the type is not understood, the layout is *foreign*: then each value is converted
/// by ``LuaRepresentation/init(of:)``.
enum LayoutMaker {
  /// The parts from which a layout is made.
  @safe fileprivate struct Draft {
    var form: LRSForm
    var members: LayoutMembers?
    var wrapped: (layout: Layout, type: Any.Type)?
    var elements: ListForm?
    var cases: CaseForms?
    /// A witness with more operations than the default one.
    var witness: TypeWitness?

    init(_ form: LRSForm) { self.form = form }
  }

  /// The number of the last layout; its lock also serializes publishing.
  private static let lastNumber = Mutex<UInt32>(0)

  /// Returns the layout of a value's type; makes it if there is none.
  @inline(never)
  static func make<Value>(for value: Value) -> Layout {
    if let known = known(Value.self) { return known }
    makeParts(of: value)
    var draft = draft(Value.self)
    if let members = draft.members, draft.form == .members,
      !LayoutCheck.agrees(members, value)
    {
      draft = Draft(.foreign)
    }
    return publish(draft, Value.self)
  }

  /// Returns the layout of a type, without a value to compare it with.
  private static func make<Value>(_ type: Value.Type) -> Layout {
    known(type) ?? publish(draft(type), type)
  }

  /// The layout of tables from JSON.
  static let table: Layout = {
    var draft = Draft(.table)
    draft.witness = TableWitness()
    return publish(draft, LuaTable.self, isKnownByType: false)
  }()

  /// The layout of an optional without a value.
  static let nothing = publish(Draft(.nothing), Void.self, isKnownByType: false)

  /// Returns a layout with the members that an object's type lists, for types
  /// whose own layout has none.
  static func object<Object>(
    of type: Object.Type, _ members: @autoclosure () -> LayoutMembers
  ) -> Layout {
    let known = objects.withLock { $0[ObjectIdentifier(type)] }
    if let known { return known }
    var draft = Draft(.members)
    draft.members = members()
    let made = publish(draft, type, isKnownByType: false)
    return objects.withLock { objects in
      if let first = objects[ObjectIdentifier(type)] { return first }
      objects[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// Creates the layout of records; it is freed together with its ``RecordLayout``.
  static func recordLayout(
    _ members: UnsafeMutableBufferPointer<LRSMember>, _ witness: TypeWitness
  ) -> UnsafeMutablePointer<LRSLayout> {
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    let place = UnsafeMutablePointer<LRSLayout>.allocate(capacity: 1)
    unsafe place.initialize(
      to: LRSLayout(
        form: .members, number: number, size: 0, memberCount: UInt32(clamping: members.count),
        caseCount: 0,
        isTrivial: false, isInline: false, type: TypeMetadata.address(of: Record.self),
        members: UnsafePointer(members.baseAddress), wrapped: nil, wrappedType: nil,
        firstElement: 0, stride: 0, cases: nil, caseValues: nil,
        witness: UnsafeRawPointer(Unmanaged<TypeWitness>.passRetained(witness).toOpaque())))
    return unsafe place
  }

  private static let objects = Mutex<[ObjectIdentifier: Layout]>([:])

  private static func known(_ type: Any.Type) -> Layout? {
    unsafe lrs_layoutOf(TypeMetadata.address(of: type)).map { unsafe Layout(pointer: $0) }
  }

  // MARK: Forms

  private static let scalars = plainScalars.merging(ScalarForms.understood) { form, _ in form }

  private static let plainScalars: [ObjectIdentifier: LRSForm] = [
    ObjectIdentifier(String.self): .string, ObjectIdentifier(Bool.self): .boolean,
    ObjectIdentifier(Int.self): .integer, ObjectIdentifier(Int8.self): .integer,
    ObjectIdentifier(Int16.self): .integer, ObjectIdentifier(Int32.self): .integer,
    ObjectIdentifier(Int64.self): .integer, ObjectIdentifier(UInt.self): .unsigned,
    ObjectIdentifier(UInt8.self): .unsigned, ObjectIdentifier(UInt16.self): .unsigned,
    ObjectIdentifier(UInt32.self): .unsigned, ObjectIdentifier(UInt64.self): .unsigned,
    ObjectIdentifier(Float.self): .float, ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(LuaValue.self): .luaValue, ObjectIdentifier(Record.self): .record,
  ]

  /// Whether values of a type are scalars or `nil` in Lua.
  static func isScalar(_ type: Any.Type) -> Bool {
    let wrapped = (type as? any OptionalConvertible.Type)?.wrappedType ?? type
    if wrapped == LuaValue.self || wrapped == Record.self { return false }
    // Some numbers of these types have no exact form in Lua.
    if wrapped == UInt.self || wrapped == UInt64.self || wrapped == Decimal.self { return false }
    if scalars[ObjectIdentifier(wrapped)] != nil { return true }
    return TypeMetadata.isPlainEnumeration(wrapped) && !(wrapped is any LuaConvertible.Type)
      && !(wrapped is any LuaViewConvertible.Type)
  }

  /// Makes the layout of a scalar or optional scalar type; does nothing for other types.
  static func makeScalar<Value>(_ type: Value.Type) {
    let wrapped = (type as? any OptionalConvertible.Type)?.wrappedType ?? type
    if scalars[ObjectIdentifier(wrapped)] != nil { _ = make(type) }
  }

  /// Makes the layout of an enum or optional enum; does nothing for other types.
  static func makeCases<Value>(_ type: Value.Type) {
    guard known(type) == nil else { return }
    let isEnumeration = unsafe LuaConverter.conversion(to: type)._withUnsafeGuaranteedRef {
      $0.isEnumeration
    }
    if isEnumeration { _ = make(type) }
  }

  /// Decides how values of a type are read, in the order of `LuaRepresentation.init(of:)`.
  private static func draft<Value>(_ type: Value.Type) -> Draft {
    guard TypeMetadata.isUnderstood else { return Draft(.foreign) }
    if let scalar = scalars[ObjectIdentifier(type)] { return Draft(scalar) }
    if type is any LuaConvertible.Type { return Draft(.foreign) }
    let kind = TypeMetadata.kind(of: type)
    if kind == .optional, let optional = type as? any OptionalConvertible.Type {
      return self.draft(optional: type, optional.wrappedType)
    }
    if let container = type as? any ContainerType.Type {
      return container.makeDraft() ?? Draft(.foreign)
    }
    if kind == .structure, type is any StandardRepresentable.Type { return Draft(.foreign) }
    if let listing = type as? any MemberListing.Type {
      if kind == .structure { return self.draft(listing.layoutMembers, of: type) }
      return type is AnyClass ? self.draft(object: listing) : Draft(.foreign)
    }
    if type is any LuaViewConvertible.Type { return Draft(.foreign) }
    if let cases = CaseForms(of: type) {
      var draft = Draft(.case)
      draft.cases = cases
      return draft
    }
    guard kind == .structure, let members = StoredMembers.all(of: type) else {
      return Draft(.foreign)
    }
    return self.draft(members, of: type)
  }

  private static func draft<Object: MemberListing>(object type: Object.Type) -> Draft {
    var draft = Draft(.object)
    draft.members = type.layoutMembers
    draft.witness = ObjectWitness<Object>()
    return draft
  }

  private static func draft<Value>(optional type: Value.Type, _ wrapped: Any.Type) -> Draft {
    var draft = Draft(.optional)
    draft.wrapped = (layout(of: wrapped), wrapped)
    return draft
  }

  private static func draft<Value>(_ members: LayoutMembers, of type: Value.Type) -> Draft {
    guard LayoutCheck.fit(members, into: type) else { return Draft(.foreign) }
    var draft = Draft(.members)
    draft.members = members
    return draft
  }

  /// Returns the layout of a type that is known only at run time.
  static func layout(of type: Any.Type) -> Layout {
    func opened<Value>(_ type: Value.Type) -> Layout { make(type) }
    return _openExistential(type, do: opened)
  }

  /// Makes the layouts of the parts of a value, so that these too are compared with values.
  private static func makeParts<Value>(of value: Value) {
    switch TypeMetadata.kind(of: Value.self) {
    case .structure where StoredMembers.all(of: Value.self) != nil: break
    case .optional: break
    default: return
    }
    for child in Mirror(reflecting: value).children {
      func opened<Child>(_ value: Child) { _ = make(for: value) }
      _openExistential(child.value, do: opened)
    }
  }

  // MARK: Publishing

  private static func publish<Value>(
    _ draft: Draft, _ type: Value.Type, isKnownByType: Bool = true
  ) -> Layout {
    let witness = draft.witness ?? ValueWitness<Value>()
    let members = draft.members?.all ?? []
    let list = UnsafeMutableBufferPointer<LRSMember>.allocate(capacity: members.count)
    _ = unsafe list.initialize(from: members.lazy.map { entry(for: $0) })
    if let members = draft.members { witness.list(members) }
    return lastNumber.withLock { number in
      if isKnownByType, let first = known(Value.self) {
        unsafe list.deallocate()
        return first
      }
      number += 1
      let place = UnsafeMutablePointer<LRSLayout>.allocate(capacity: 1)
      unsafe place.initialize(
        to: LRSLayout(
          form: draft.form, number: number, size: UInt32(clamping: witness.size),
          memberCount: UInt32(clamping: members.count),
          caseCount: UInt32(clamping: draft.cases?.count ?? 0), isTrivial: witness.isTrivial,
          isInline: isInline(Value.self, witness),
          type: TypeMetadata.address(of: witness.type),
          members: UnsafePointer(list.baseAddress), wrapped: draft.wrapped?.layout.pointer,
          wrappedType: (draft.wrapped?.type ?? draft.elements?.type).map {
            unsafe TypeMetadata.address(of: $0)
          },
          firstElement: draft.elements?.firstElement ?? 0, stride: draft.elements?.stride ?? 0,
          cases: UnsafeRawPointer(draft.cases?.values),
          caseValues: UnsafePointer(draft.cases?.pushed),
          witness: UnsafeRawPointer(Unmanaged<TypeWitness>.passRetained(witness).toOpaque())))
      if isKnownByType {
        _ = unsafe lrs_setLayout(TypeMetadata.address(of: Value.self), place)
      }
      return unsafe Layout(pointer: UnsafePointer(place))
    }
  }

  /// Whether an entry can store values of a type inline: an entry is moved byte by byte.
  private static func isInline<Value>(_ type: Value.Type, _ witness: TypeWitness) -> Bool {
    guard witness.size <= EntryBuffer.inlineSize,
      witness.alignment <= MemoryLayout<UInt64>.alignment
    else { return false }
    if witness.isTrivial { return true }
    return unsafe TypeMetadata.isUnderstood
      && lrs_isBitwiseTakable(TypeMetadata.address(of: type))
  }

  private static func entry(for member: LayoutMember) -> LRSMember {
    switch member.source {
    case .stored(let offset, let type):
      return unsafe LRSMember(
        layout: layout(of: type).pointer, offset: UInt32(clamping: offset),
        isSecret: member.isSecret)
    case .computed: return unsafe LRSMember(layout: nil, offset: 0, isSecret: member.isSecret)
    }
  }
}

/// A container type of the standard library.
private protocol ContainerType {
  /// Drafts the layout of the type; `nil` if layouts cannot read it.
  static func makeDraft() -> LayoutMaker.Draft?
}

extension Array: ContainerType {
  fileprivate static func makeDraft() -> LayoutMaker.Draft? {
    var draft = LayoutMaker.Draft(.list)
    draft.witness = ListWitness<Element>()
    draft.elements = ListForm(of: Element.self)
    // Native code reads an element only if the layout of its type is known. The layout of
    // a structure is made when an element is first read, because the structure may
    // contain a list of its own type.
    LayoutMaker.makeScalar(Element.self)
    return draft
  }
}

extension Dictionary: ContainerType {
  fileprivate static func makeDraft() -> LayoutMaker.Draft? {
    guard Key.self == String.self else { return nil }
    func witness<Content>(_ type: Content.Type) -> TypeWitness { DictionaryWitness<Content>() }
    var draft = LayoutMaker.Draft(.dictionary)
    draft.witness = witness(Value.self)
    // An entry is read only if the layout of its type is known; a read makes no layout.
    LayoutMaker.makeScalar(Value.self)
    return draft
  }
}
