import CLuaSupport
import Synchronization

/// The memory layout of the values of one type, and their Lua form.
///
/// A layout is made once for a type, when a value of the type is first set or shown,
/// and lives as long as the process. All readers of a value use the same layout.
///
/// INVARIANT: `@unchecked Sendable` because `LayoutMaker.publish` writes the memory before other threads
/// can find it: `lrs_setLayout` stores the address with release order, and `lrs_layoutOf` loads it with
/// acquire order. After that the memory is only read, through an `UnsafePointer`.
@safe struct Layout: @unchecked Sendable {
  let pointer: UnsafePointer<LRSLayout>

  /// Returns the layout of the type of a value.
  @inline(__always)
  static func of<Value>(_ value: borrowing Value) -> Layout {
    if let known = unsafe lrs_layoutOf(TypeMetadata.address(of: Value.self)) {
      return unsafe Layout(pointer: known)
    }
    return LayoutMaker.make(for: value)
  }

  /// Returns the layout of the elements of a nonempty list.
  static func ofElements(in list: LRSStored) -> UnsafePointer<LRSLayout> {
    guard let layout = unsafe list.layout, let address = unsafe list.address else {
      preconditionFailure("a list lies somewhere")
    }
    return unsafe Layout(pointer: layout).witness.elementLayout(of: address).pointer
  }

  /// Returns the layout of a type that is known only at run time.
  static func of(type: Any.Type) -> Layout { LayoutMaker.layout(of: type) }

  /// The operations on values of the type.
  var witness: TypeWitness {
    unsafe Unmanaged<TypeWitness>.fromOpaque(pointer.pointee.witness).takeUnretainedValue()
  }

  /// Runs `body` with the witness, unretained: it lives as long as the process.
  @inline(__always)
  func withWitness<Result>(_ body: (TypeWitness) -> Result) -> Result {
    unsafe Unmanaged<TypeWitness>.fromOpaque(pointer.pointee.witness)
      ._withUnsafeGuaranteedRef { body($0) }
  }

  var form: LRSForm { unsafe pointer.pointee.form }
}
