import CLuaSupport

/// A place in memory that waits for a value of one type.
///
/// Generic code that is not specialised looks up types whenever it runs. Who
/// knows the type makes a place for a value; who has the value, and is not
/// generic, fills it.
///
/// It cannot be copied, and is only lent: so nobody fills it later.
@safe public struct VacantPlace: ~Copyable {
  /// The type of the value.
  public let type: Any.Type
  @usableFromInline let address: UnsafeMutableRawPointer
  /// Whether there is a value.
  @usableFromInline let isFilled: UnsafeMutablePointer<Bool>

  @inlinable @inline(__always)
  init(
    _ type: Any.Type, at address: UnsafeMutableRawPointer, _ isFilled: UnsafeMutablePointer<Bool>
  ) {
    self.type = type
    unsafe self.address = address
    unsafe self.isFilled = isFilled
  }

  /// Whether there is no value yet.
  public var isVacant: Bool { unsafe !isFilled.pointee }

  /// Returns the value that a body puts into a place, or `nil` when it puts none.
  ///
  /// - Throws: What the body throws; a value that it has put into the place is then let go.
  @inlinable @inline(__always)
  public static func filled<Value, Failure: Error>(
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

  /// Puts a value here; one of another type, or a second one, is not taken.
  public func put<Value>(_ value: Value) {
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

  /// Puts the case of an enum here that is this value in Lua, if the type is a known one and has it.
  public func put(caseThatIs value: LuaValue) {
    guard isVacant, var layout = unsafe lrs_layoutOf(TypeMetadata.address(of: type)) else { return }
    let size = unsafe layout.pointee.size
    if let wrapped = unsafe layout.pointee.wrapped { unsafe layout = wrapped }
    // Where the optional is as large as the enum, each case is the same byte in both.
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

  /// Makes it known which cases an enum has; for other types it does nothing.
  public static func learnCases<Value>(of type: Value.Type) { LayoutMaker.makeCases(type) }

  /// Puts a copy of a value here; one of another type, or a second one, is not taken.
  @inlinable @inline(__always)
  public func put(_ value: TrivialValue) {
    guard value.type == type, unsafe !isFilled.pointee else { return }
    unsafe value.copy(to: address)
    unsafe isFilled.pointee = true
  }
}

/// A value whose copies are copies of its bytes, so that nobody needs to know its type.
///
/// INVARIANT: `@unchecked Sendable` because the bytes are never written after `init`, and a
/// value of a type that is copied so owns nothing.
@safe public final class TrivialValue: @unchecked Sendable {
  @usableFromInline let type: Any.Type
  @usableFromInline let address: UnsafeMutableRawPointer
  @usableFromInline let size: Int

  /// Keeps a value; `nil` for one of any other type.
  public init?<Value>(_ value: Value) {
    guard SameType.isTrivial(Value.self) else { return nil }
    type = Value.self
    size = MemoryLayout<Value>.size
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe place.initialize(to: value)
    unsafe address = UnsafeMutableRawPointer(place)
  }

  // INVARIANT: what is trivial needs no end; memory is freed as it was asked for, by `malloc`
  // or with the alignment that both calls are told.
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
