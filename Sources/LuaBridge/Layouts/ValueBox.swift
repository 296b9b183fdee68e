/// A value of any type, on the heap.
final class ValueBox: ManagedBuffer<Layout, UInt64> {
  /// Copies the value at an address into a new box.
  static func make(_ value: UnsafeRawPointer, _ layout: Layout) -> ValueBox {
    layout.withWitness { witness in
      // A value with a larger alignment than the words of the box may begin later in the box.
      let room = witness.size + max(0, witness.alignment - MemoryLayout<UInt64>.alignment)
      let made = ValueBox.create(minimumCapacity: (room + 7) / 8) { _ in layout }
      let box = SameType.downcast(made, to: ValueBox.self)
      unsafe witness.copy(value, to: UnsafeMutableRawPointer(mutating: box.address))
      return box
    }
  }

  /// Copies a value into a new box.
  static func make<Value>(_ value: Value) -> ValueBox {
    make(value, .of(value))
  }

  static func make<Value>(_ value: Value, _ layout: Layout) -> ValueBox {
    unsafe withUnsafePointer(to: value) { unsafe make(UnsafeRawPointer($0), layout) }
  }

  /// The address of the value; valid while the box is alive.
  var address: UnsafeRawPointer {
    // Through a pointer, because that avoids the run-time check for exclusive access.
    unsafe withUnsafeMutablePointers { header, words in
      let alignment = unsafe header.pointee.withWitness { $0.alignment }
      return unsafe UnsafeRawPointer(words).alignedUp(toMultipleOf: alignment)
    }
  }

  var content: LaidOutValue { unsafe LaidOutValue(at: address, header.pointer) }

  deinit {
    let value = unsafe UnsafeMutableRawPointer(mutating: address)
    unsafe withUnsafeMutablePointerToHeader { header in
      unsafe header.pointee.withWitness { unsafe $0.destroy(value) }
    }
  }
}
