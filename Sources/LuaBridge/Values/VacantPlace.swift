import CLuaSupport

/// Uninitialized memory for one value of a type.
///
/// Unspecialized generic code looks up its types at each call. So the caller, which
/// knows the type, provides the memory; the code that finds the value is not
/// generic and fills it.
///
/// It cannot be copied and is only borrowed, so it cannot be filled after the call.
@safe @usableFromInline package struct VacantPlace: ~Copyable {
  /// The type of the value.
  @usableFromInline package let type: Any.Type
  @usableFromInline let address: UnsafeMutableRawPointer
  /// Whether the memory is initialized.
  @usableFromInline let isFilled: UnsafeMutablePointer<Bool>

  @inlinable @inline(__always)
  init(
    _ type: Any.Type, at address: UnsafeMutableRawPointer, _ isFilled: UnsafeMutablePointer<Bool>
  ) {
    self.type = type
    unsafe self.address = address
    unsafe self.isFilled = isFilled
  }

  /// Whether the memory is still uninitialized.
  @usableFromInline package var isVacant: Bool { unsafe !isFilled.pointee }

  /// Returns the value that `fill` puts into the place; `nil` if it puts none.
  ///
  /// - Throws: The error of `fill`; a value that is already in the place is destroyed.
  @inlinable @inline(__always)
  package static func filled<Value, Failure: Error>(
    _ type: Value.Type, by fill: (borrowing VacantPlace) throws(Failure) -> Void
  ) throws(Failure) -> Value? {
    try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) {
      buffer throws(Failure) in
      guard let address = buffer.baseAddress else { return nil }
      var isFilled = false
      do throws(Failure) {
        try unsafe withUnsafeMutablePointer(to: &isFilled) { isFilled throws(Failure) in
          try unsafe fill(VacantPlace(type, at: UnsafeMutableRawPointer(address), isFilled))
        }
      } catch {
        if isFilled { unsafe address.deinitialize(count: 1) }
        throw error
      }
      return isFilled ? unsafe address.move() : nil
    }
  }

  /// Returns a copy of the value in the place; `nil` if it is vacant, or of another type.
  @usableFromInline package func copy<Value>(as type: Value.Type) -> Value? {
    guard type == self.type, unsafe isFilled.pointee else { return nil }
    return unsafe address.assumingMemoryBound(to: Value.self).pointee
  }

  /// Puts a value here; ignores a value of another type, and any second value.
  @usableFromInline package func put<Value>(_ value: Value) {
    guard Value.self == type, unsafe !isFilled.pointee else { return }
    unsafe address.initializeMemory(as: Value.self, to: value)
    unsafe isFilled.pointee = true
  }

  /// Puts the bytes of a trivial value of the same type here.
  @inline(__always)
  func put(bytes: UnsafeRawPointer, count: Int) {
    switch count {
    case 1: unsafe address.storeBytes(of: bytes.load(as: UInt8.self), as: UInt8.self)
    case 8: unsafe address.storeBytes(of: bytes.load(as: UInt64.self), as: UInt64.self)
    default: unsafe address.copyMemory(from: bytes, byteCount: count)
    }
    unsafe isFilled.pointee = true
  }

  /// Puts the enum case here that has this Lua form, if the cases of the type
  /// are known and one has it.
  @usableFromInline package func put(caseThatIs value: LuaValue) {
    guard isVacant, var layout = unsafe lrs_layoutOf(TypeMetadata.address(of: type)) else { return }
    let size = unsafe layout.pointee.size
    if let wrapped = unsafe layout.pointee.wrapped { unsafe layout = wrapped }
    // If the optional has the same size as the enum, a case has the same byte in both.
    guard unsafe layout.pointee.form == .case, unsafe layout.pointee.size == size,
      let values = unsafe layout.pointee.cases?.assumingMemoryBound(to: LuaValue?.self)
    else { return }
    for byte in unsafe 0..<Int(layout.pointee.caseCount)
    where unsafe values[byte]?.isRawEqual(to: value) == true {
      unsafe address.storeBytes(of: UInt8(byte), as: UInt8.self)
      unsafe isFilled.pointee = true
      return
    }
  }

  /// Puts a list here whose elements are numbers, strings or Booleans of the type's own kind; ignores other
  /// lists and other types.
  @usableFromInline package func put(list table: LuaTable) {
    guard table.namedValues == nil else { return }
    if type == [String].self {
      put(table) { if case .string(let text) = $0 { text } else { nil } }
    } else if type == [Int].self {
      put(table) { if case .integer(let integer) = $0 { Int(exactly: integer) } else { nil } }
    } else if type == [Double].self {
      put(table) { if case .number(let number) = $0 { number } else { nil } }
    } else if type == [Bool].self {
      put(table) { if case .boolean(let flag) = $0 { flag } else { nil } }
    }
  }

  private func put<Element>(_ table: LuaTable, _ element: (LuaValue) -> Element?) {
    var list: [Element] = []
    list.reserveCapacity(table.elements.count)
    for value in table.elements {
      guard let element = element(value) else { return }
      list.append(element)
    }
    put(list)
  }

  /// Registers the cases of an enum; does nothing for other types.
  @usableFromInline package static func learnCases<Value>(of type: Value.Type) {
    LayoutMaker.makeCases(type)
  }

  /// Puts a copy of a value here; ignores a value of another type, and any second value.
  @inlinable @inline(__always)
  package func put(_ value: TrivialValue) {
    guard value.type == type, unsafe !isFilled.pointee else { return }
    unsafe value.copy(to: address)
    unsafe isFilled.pointee = true
  }
}

/// A value that is copied as bytes, so that copying does not need its type.
///
/// INVARIANT: `@unchecked Sendable` because the bytes are never written after `init`, and a
/// value of such a type owns nothing.
@safe @usableFromInline package final class TrivialValue: @unchecked Sendable {
  @usableFromInline let type: Any.Type
  @usableFromInline let address: UnsafeMutableRawPointer
  @usableFromInline let size: Int

  /// Stores a value; `nil` if its type is not trivial.
  @usableFromInline package init?<Value>(_ value: Value) {
    guard SameType.isTrivial(Value.self) else { return nil }
    type = Value.self
    size = MemoryLayout<Value>.size
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe place.initialize(to: value)
    unsafe address = UnsafeMutableRawPointer(place)
  }

  // INVARIANT: a trivial value needs no destruction; the memory is freed in the way it was
  // allocated, by `malloc` or with the alignment that both calls use.
  deinit { unsafe address.deallocate() }

  @inlinable @inline(__always)
  func copy(to place: UnsafeMutableRawPointer) {
    switch size {
    case 1: unsafe place.storeBytes(of: address.load(as: UInt8.self), as: UInt8.self)
    case 8: unsafe place.storeBytes(of: address.load(as: UInt64.self), as: UInt64.self)
    default: unsafe place.copyMemory(from: address, byteCount: size)
    }
  }
}
