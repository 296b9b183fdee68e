import CLuaSupport

/// Where the elements of arrays of one type lie, if C code finds them rightly.
///
/// What an `Array` is in memory is part of Swift's stable ABI on Apple's platforms, and the same
/// elsewhere. It is compared all the same with what Swift says: the place of the first element for each
/// type, counts and elements for arrays of all kinds. Where one differs, Swift is asked for elements.
struct ListForm {
  /// The type of the elements.
  let type: Any.Type
  /// The distance of the first element from the beginning of the array's object.
  let firstElement: UInt32
  /// The distance of each element from the next.
  let stride: UInt32

  /// Creates the form; `nil` for elements that only Swift code finds.
  init?<Element>(of type: Element.Type) {
    guard Self.isChecked, Self.isNative(type) else { return nil }
    self.init(unchecked: type)
    // An empty array with room has the place of its first element, too.
    let empty = unsafe [Element](unsafeUninitializedCapacity: 2) { _, count in count = 0 }
    guard isRight(for: empty) else { return nil }
  }

  private init<Element>(unchecked type: Element.Type) {
    // SOURCE: swift/stdlib/public/core/ContiguousArrayBuffer.swift: the object has two words of the runtime,
    // the count and the capacity, and behind them the elements.
    let header = 4 * MemoryLayout<UInt>.size
    let alignment = MemoryLayout<Element>.alignment
    self.type = type
    firstElement = UInt32(clamping: (header + alignment - 1) / alignment * alignment)
    stride = UInt32(clamping: MemoryLayout<Element>.stride)
  }

  /// Whether an array of such elements is never an array of Objective-C in disguise.
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

  /// Compares once in a process.
  private static let isChecked =
    TypeMetadata.isUnderstood && isRight(for: ["a", "b"]) && isRight(for: [Int]())
    && isRight(for: [1.5]) && isRight(for: Array(UInt8(0)...99))
    && isRight(for: [SIMD4<Float>(repeating: 1), SIMD4(repeating: 2)])
    && isRight(for: [(UInt8(1), "odd stride", true), (2, "", false)])
    && isRight(for: [Int16?.none, 3, nil] + [4])
    && isRight(for: Array([1, 2, 3, 4].dropFirst())) && isRight(for: grown)

  /// An array with more room than elements.
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

  /// Whether C code finds the elements of an array, and no more of them, where Swift has them.
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
