import CLuaSupport

/// The memory layout of arrays with one element type, for reading by C code.
///
/// The memory layout of `Array` is part of Swift's stable ABI on Apple's platforms, and
/// the same elsewhere. It is checked all the same: the address of the first element for
/// each element type, counts and elements for several kinds of arrays. If a check fails,
/// Swift code reads the elements.
struct ListForm {
  /// The type of the elements.
  let type: Any.Type
  /// The offset of the first element in the array's heap object.
  let firstElement: UInt32
  /// The distance between two elements.
  let stride: UInt32

  /// Creates the form; `nil` if only Swift code can find the elements.
  init?<Element>(of type: Element.Type) {
    guard Self.isChecked, Self.isNative(type) else { return nil }
    self.init(unchecked: type)
    // An empty array with capacity also has an address for its first element.
    let empty = unsafe [Element](unsafeUninitializedCapacity: 2) { _, count in count = 0 }
    guard isRight(for: empty) else { return nil }
  }

  private init<Element>(unchecked type: Element.Type) {
    // SOURCE: swift/stdlib/public/core/ContiguousArrayBuffer.swift: the object has two words of the runtime,
    // then the count and the capacity, then the elements.
    let header = 4 * MemoryLayout<UInt>.size
    let alignment = MemoryLayout<Element>.alignment
    self.type = type
    firstElement = UInt32(clamping: (header + alignment - 1) / alignment * alignment)
    stride = UInt32(clamping: MemoryLayout<Element>.stride)
  }

  /// Whether an array with such elements is never a bridged Objective-C array.
  private static func isNative(_ type: Any.Type) -> Bool {
    #if !_runtime(_ObjC)
      if type == Record.self { return true }
    #endif
    return switch TypeMetadata.kind(of: type) {
    case .structure, .enumeration, .optional, .tuple: true
    case .other: false
    }
  }

  // MARK: Comparing

  /// The check, made once in a process.
  private static let isChecked =
    TypeMetadata.isUnderstood && isRight(for: ["a", "b"]) && isRight(for: [Int]())
    && isRight(for: [1.5]) && isRight(for: Array(UInt8(0)...99))
    && isRight(for: [SIMD4<Float>(repeating: 1), SIMD4(repeating: 2)])
    && isRight(for: [(UInt8(1), "odd stride", true), (2, "", false)])
    && isRight(for: [Int16?.none, 3, nil] + [4])
    && isRight(for: Array([1, 2, 3, 4].dropFirst())) && isRight(for: grown)

  /// An array with more capacity than elements.
  private static var grown: [Int32] {
    var list: [Int32] = []
    list.reserveCapacity(100)
    for number in Int32(0)..<10 { list.append(number) }
    list.removeFirst(3)
    return list
  }

  private static func isRight<Element>(for list: [Element]) -> Bool {
    ListForm(unchecked: Element.self).isRight(for: list)
  }

  /// Whether C code finds exactly the elements of an array, at the same addresses as Swift.
  private func isRight<Element>(for list: [Element]) -> Bool {
    guard MemoryLayout<[Element]>.size == MemoryLayout<UInt>.size else { return false }
    return unsafe withUnsafePointer(to: list) { place in
      unsafe list.withUnsafeBufferPointer { elements in
        guard unsafe lrs_countOfList(place) == elements.count,
          unsafe find(0, in: place) == nil, unsafe find(elements.count + 1, in: place) == nil
        else { return false }
        guard list.capacity > 0 else { return true }
        let object = unsafe UnsafeRawPointer(place).load(as: UnsafeRawPointer.self)
        let first = unsafe object + Int(firstElement)
        return unsafe first == UnsafeRawPointer(elements.baseAddress)
          && elements.indices.allSatisfy { index in
            unsafe find(index + 1, in: place)
              == UnsafeRawPointer(elements.baseAddress.map { unsafe $0 + index })
          }
      }
    }
  }

  private func find(_ position: Int, in list: UnsafeRawPointer) -> UnsafeRawPointer? {
    unsafe lrs_element(list, firstElement, stride, Int64(position))
  }
}
