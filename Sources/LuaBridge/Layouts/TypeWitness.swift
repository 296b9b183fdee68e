import CLuaSupport
import Synchronization

/// The operations on values of one type, for code that does not know the type.
///
/// INVARIANT: `@unchecked Sendable` because its two variables, the members, are written by `list(_:)` only,
/// before the layout is published; see ``Layout``. Each address that a function receives is that of a
/// value of the type.
class TypeWitness: @unchecked Sendable {
  /// The type with which values are set.
  let type: Any.Type
  let size: Int
  let alignment: Int
  /// Whether values can be copied as bytes, and need no destruction.
  let isTrivial: Bool
  /// The members of a structure, or of an object; `nil` for other types.
  fileprivate(set) final var members: LayoutMembers?
  /// By position from 0: the member, if host code computes it and it is a scalar or `nil`.
  fileprivate final var scalarMembers: [UnretainedReference<ScalarMember>?] = []

  fileprivate init<Value>(_ stored: Value.Type, as type: Any.Type) {
    self.type = type
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
    isTrivial = SameType.isTrivial(stored)
  }

  /// Copies a value into uninitialized memory.
  func copy(_ value: UnsafeRawPointer, to place: UnsafeMutableRawPointer) {
    preconditionFailure("a subclass does it")
  }

  /// Destroys a value.
  func destroy(_ value: UnsafeMutableRawPointer) { preconditionFailure("a subclass does it") }

  /// Writes a value into uninitialized memory, if it has this type; returns whether it has.
  func store(_ value: (any Sendable)?, to place: UnsafeMutableRawPointer) -> Bool {
    preconditionFailure("a subclass does it")
  }

  /// Returns a copy of a value.
  func load(_ value: UnsafeRawPointer) -> Any { preconditionFailure("a subclass does it") }

  /// Copies a value into a place of the same type.
  func put(_ value: UnsafeRawPointer, into place: borrowing VacantPlace) {
    preconditionFailure("a subclass does it")
  }

  /// Returns the Lua form of a value, as the value itself gives it.
  func representation(of value: UnsafeRawPointer) -> LuaRepresentation {
    LuaRepresentation(of: unsafe load(value))
  }

  /// Returns whether rules always see the members of an object that its type lists.
  func showsMembers(_ object: UnsafeRawPointer) -> Bool { false }

  /// Returns the number of elements of a list or a dictionary.
  func count(of value: UnsafeRawPointer) -> Int? { nil }

  /// Returns the layout of a list's elements; makes it from the first element if there is none.
  func elementLayout(of list: UnsafeRawPointer) -> Layout {
    preconditionFailure("a list has elements")
  }

  /// Returns the scalar for a name in a dictionary; see ``LaidOutValue/entry(_:)``.
  func entry(_ name: String, of value: UnsafeRawPointer) -> LuaValue? { nil }

  /// Returns the position of a member that is not secret; 0 for none.
  final func position(of name: String) -> UInt32 {
    guard let members, case let position = members.position(of: name), position != 0,
      !members.all[Int(position) - 1].isSecret
    else { return 0 }
    return position
  }

  /// Sets the members; called once, before the layout is published.
  final func list(_ members: LayoutMembers) {
    self.members = members
    // INVARIANT: the members keep these objects alive, as long as the process lives.
    scalarMembers = members.all.map { $0.scalar.map { UnretainedReference($0) } }
  }

  /// Returns the member at a position, counted from 1, if host code computes it
  /// and it is a scalar or `nil`.
  final func scalarMember(at position: UInt32) -> UnretainedReference<ScalarMember>? {
    let index = Int(position) - 1
    return index >= 0 && index < scalarMembers.count ? scalarMembers[index] : nil
  }
}

/// The witness of a type.
///
/// INVARIANT: `@unchecked Sendable` because it adds no stored properties to ``TypeWitness``.
class ValueWitness<Value>: TypeWitness, @unchecked Sendable {
  init(as type: Any.Type = Value.self) { super.init(Value.self, as: type) }

  override func copy(_ value: UnsafeRawPointer, to place: UnsafeMutableRawPointer) {
    // The form with a count would also copy the padding bytes.
    unsafe place.initializeMemory(
      as: Value.self, to: value.assumingMemoryBound(to: Value.self).pointee)
  }

  override func destroy(_ value: UnsafeMutableRawPointer) {
    unsafe value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  override func store(_ value: (any Sendable)?, to place: UnsafeMutableRawPointer) -> Bool {
    // `nil` is a value of an optional type; the cast handles that too.
    guard let value = value as? Value else { return false }
    unsafe place.initializeMemory(as: Value.self, to: value)
    return true
  }

  override func load(_ value: UnsafeRawPointer) -> Any {
    unsafe value.assumingMemoryBound(to: Value.self).pointee
  }

  override func put(_ value: UnsafeRawPointer, into place: borrowing VacantPlace) {
    place.put(unsafe value.assumingMemoryBound(to: Value.self).pointee)
  }
}

/// The witness of a class whose objects list members.
///
/// INVARIANT: `@unchecked Sendable` because the one property that it adds to
/// ``TypeWitness`` is a constant `Atomic`.
final class ObjectWitness<Object>: ValueWitness<Object>, @unchecked Sendable
where Object: MemberListing {
  /// What is known about objects of exactly this class.
  private let known = Atomic(Shown.unknown)

  /// Whether an object always shows the members that the class lists.
  private enum Shown: UInt8, AtomicRepresentable {
    case unknown, always, notAlways
  }

  override func showsMembers(_ place: UnsafeRawPointer) -> Bool {
    let reference = unsafe place.assumingMemoryBound(to: Unmanaged<AnyObject>.self).pointee
    guard unsafe reference._withUnsafeGuaranteedRef({ Swift.type(of: $0) == Object.self }) else {
      return false
    }
    switch known.load(ordering: .relaxed) {
    case .always: return true
    case .notAlways: return false
    case .unknown: return unsafe isShown(place)
    }
  }

  /// Checks how an object is shown.
  ///
  /// INVARIANT: only the implementation in ``MemberListing`` gives a view that is the default, and a
  /// class that uses it for one object uses it for all.
  @inline(never)
  private func isShown(_ place: UnsafeRawPointer) -> Bool {
    let object = unsafe place.assumingMemoryBound(to: Object.self).pointee
    let view = object.luaView as? LayoutView
    let isDefault = view?.isDefault == true
    // The members may be listed by a superclass.
    let isShown = unsafe isDefault && view?.shows(place, as: Object.self) == true
    known.store(isShown ? .always : .notAlways, ordering: .relaxed)
    return isShown
  }
}

/// The witness of a type of arrays.
///
/// INVARIANT: `@unchecked Sendable` because it adds no stored properties to ``TypeWitness``.
final class ListWitness<Element>: ValueWitness<[Element]>, @unchecked Sendable {
  override func count(of value: UnsafeRawPointer) -> Int? {
    unsafe value.assumingMemoryBound(to: [Element].self).pointee.count
  }

  override func elementLayout(of list: UnsafeRawPointer) -> Layout {
    guard let first = unsafe list.assumingMemoryBound(to: [Element].self).pointee.first else {
      return .of(type: Element.self)
    }
    return .of(first)
  }
}

/// The witness of a type of dictionaries whose keys are strings.
///
/// INVARIANT: `@unchecked Sendable` because it adds no stored properties to ``TypeWitness``.
final class DictionaryWitness<Value>: ValueWitness<[String: Value]>, @unchecked Sendable {
  override func count(of value: UnsafeRawPointer) -> Int? {
    unsafe value.assumingMemoryBound(to: [String: Value].self).pointee.count
  }

  override func entry(_ name: String, of value: UnsafeRawPointer) -> LuaValue? {
    let dictionary = unsafe value.assumingMemoryBound(to: [String: Value].self)
    guard let index = unsafe dictionary.pointee.index(forKey: name) else { return .nil }
    let entry = unsafe dictionary.pointee[index]
    // Swift compares strings by canonical equivalence, Lua by bytes.
    guard entry.key.hasSameBytes(as: name) else { return .nil }
    guard let layout = unsafe lrs_layoutOf(TypeMetadata.address(of: Value.self)) else { return nil }
    return unsafe withUnsafePointer(to: entry.value) { place in
      unsafe LaidOutValue(at: UnsafeRawPointer(place), layout).unwrapped.scalar
    }
  }
}

/// The witness of a JSON table: in memory it is a `LuaTable`, in Swift a `LuaValue`.
///
/// INVARIANT: `@unchecked Sendable` because it adds no stored properties to ``TypeWitness``.
final class TableWitness: ValueWitness<LuaTable>, @unchecked Sendable {
  init() { super.init(as: LuaValue.self) }

  override func load(_ value: UnsafeRawPointer) -> Any {
    unsafe LuaValue.table(value.assumingMemoryBound(to: LuaTable.self).pointee)
  }

  override func put(_ value: UnsafeRawPointer, into place: borrowing VacantPlace) {
    place.put(unsafe LuaValue.table(value.assumingMemoryBound(to: LuaTable.self).pointee))
  }
}

/// The witness of the records of one layout.
///
/// INVARIANT: `@unchecked Sendable` because it adds no stored properties to ``TypeWitness``.
final class RecordWitness: ValueWitness<UInt>, @unchecked Sendable {
  init() { super.init(as: Record.self) }

  override func load(_ value: UnsafeRawPointer) -> Any {
    let record = unsafe value.load(as: UnsafeRawPointer.self)
    return unsafe Unmanaged<Record>.fromOpaque(record).takeUnretainedValue()
  }
}
