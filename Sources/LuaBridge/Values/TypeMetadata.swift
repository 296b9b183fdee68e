import CLuaSupport

/// What the Swift runtime records about types, as far as enums need it.
///
/// This is the only file of the conversion that reads memory by hand; ``StoredProperties``
/// calls the runtime. Why it is sound:
///
/// - A metatype is the address of the type's metadata, which lives as long as the
///   process; its first word is the kind. Kinds above 0x7FF are class objects.
/// - The layouts below are part of Swift's stable ABI (SOURCE: swift/ABI/Metadata.h
///   and swift/RemoteInspection/Records.h). Nothing is read past the field that
///   the previous field says is there.
/// - A type is refused if it comes from C (flag `HasImportInfo`), has no field records, or does not
///   have the size of a plain list of cases.
/// - A value is only made of a case without associated values: from the bytes of its
///   number if the type has no payload at all, else by the type's own function
///   for it. ``EnumCases`` then checks that the runtime's name for the value is the name
///   in the record of that case.
///
/// On arm64e the pointer to the descriptor is signed, so nothing is read there.
enum TypeMetadata {
  /// The kinds of types.
  enum Kind {
    case structure, enumeration, optional, tuple, other
  }

  /// Returns the kind of a type.
  static func kind(of type: Any.Type) -> Kind {
    // SOURCE: swift/ABI/MetadataKind.def
    switch unsafe address(of: type).load(as: UInt.self) {
    case 0x200: .structure
    case 0x201: .enumeration
    case 0x202: .optional
    case 0x301: .tuple
    default: .other
    }
  }

  /// Returns whether values of the type are addresses.
  static func isPointer(_ type: Any.Type) -> Bool {
    unsafe type is any _Pointer.Type || type == OpaquePointer.self
  }

  /// Returns the address of the metadata of a type.
  @inline(__always) static func address(of type: Any.Type) -> UnsafeRawPointer {
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Whether the memory layout on this platform is the one that layouts assume.
  ///
  /// A build with `-DNO_LAYOUTS` assumes that it is not, so that Swift code reads all values.
  static let isUnderstood: Bool = {
    #if NO_LAYOUTS || _ptrauth(_arm64e) || _endian(big) || _pointerBitWidth(_32)
      return false
    #else
      return RuntimeForm.isRight
    #endif
  }()
}

// MARK: - Enums

extension TypeMetadata {
  /// The cases of an enum, as declared.
  struct Enumeration {
    /// Whether no case is declared with associated values, not even with `Void`.
    let isPlain: Bool
    /// The names: first those of cases with associated values, otherwise in
    /// the order of declaration.
    let caseNames: [String]
    /// The numbers of the cases without associated values.
    let emptyCases: [Int]
  }

  /// Returns the cases of a Swift enum; `nil` for any other type.
  static func enumeration(_ type: Any.Type) -> Enumeration? {
    guard let records = unsafe caseRecords(of: type) else { return nil }
    var names: [String] = []
    var empty: [Int] = []
    unsafe names.reserveCapacity(records.count)
    for index in unsafe 0..<records.count {
      let record = unsafe records.first + index * recordSize
      guard let name = unsafe target(ofRelativePointerAt: record + 8) else { return nil }
      unsafe names.append(String(cString: name.assumingMemoryBound(to: UInt8.self)))
      if unsafe target(ofRelativePointerAt: record + 4) == nil { empty.append(index) }
    }
    return unsafe Enumeration(
      isPlain: arePlain(records), caseNames: names, emptyCases: empty)
  }

  /// Returns the mangled names of the types of the cases' associated values, in the order of
  /// ``Enumeration/caseNames``; `nil` for a generic enum, whose names need its arguments.
  static func payloadNames(of type: Any.Type) -> [UnsafeRawPointer?]? {
    guard let records = unsafe caseRecords(of: type), unsafe !records.isGeneric else { return nil }
    return unsafe (0..<records.count).map { index in
      unsafe target(ofRelativePointerAt: records.first + index * recordSize + 4)
    }
  }

  /// Returns whether the type is a Swift enum without associated values.
  static func isPlainEnumeration(_ type: Any.Type) -> Bool {
    guard let records = unsafe caseRecords(of: type) else { return false }
    return unsafe arePlain(records)
  }

  /// A record has three words: flags, the type of the associated values, the name.
  private static var recordSize: Int { 12 }

  private typealias CaseRecords = (
    first: UnsafeRawPointer, count: Int, payloadCaseCount: Int, isGeneric: Bool
  )

  private static func arePlain(_ records: CaseRecords) -> Bool {
    unsafe records.payloadCaseCount == 0
      && (0..<records.count).allSatisfy { index in
        unsafe target(ofRelativePointerAt: records.first + index * recordSize + 4) == nil
      }
  }

  private static func caseRecords(of type: Any.Type) -> CaseRecords? {
    #if _ptrauth(_arm64e) || _endian(big)
      return nil
    #else
      guard kind(of: type) == .enumeration else { return nil }
      // The second word of an enum's metadata is its descriptor.
      guard
        let descriptor = unsafe address(of: type).load(
          fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
      else { return nil }

      let flags = unsafe descriptor.load(as: UInt32.self)
      let isEnumDescriptor = flags & 0x1F == 18
      let hasImportInfo = flags & (1 << 18) != 0
      guard isEnumDescriptor, !hasImportInfo,
        let fields = unsafe target(ofRelativePointerAt: descriptor + 16)
      else { return nil }
      let payload = unsafe Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
      let empty = unsafe Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))

      // A field descriptor: two relative pointers, the kind, the size of a record,
      // the number of records, then the records.
      // SOURCE: `FieldDescriptorKind`: 2 is Enum, 3 is MultiPayloadEnum.
      let kind = unsafe fields.load(fromByteOffset: 8, as: UInt16.self)
      let size = unsafe Int(fields.load(fromByteOffset: 10, as: UInt16.self))
      let count = unsafe Int(fields.load(fromByteOffset: 12, as: UInt32.self))
      guard kind == 2 || kind == 3, size == recordSize, count == payload + empty else {
        return nil
      }
      return unsafe (fields + 16, count, payload, flags & 0x80 != 0)
    #endif
  }

  /// Follows a relative pointer: a signed distance from its own address; zero is null.
  private static func target(ofRelativePointerAt place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe place.load(as: Int32.self)
    guard distance != 0 else { return nil }
    return unsafe place + Int(distance)
  }
}

// MARK: - Values of enums

extension TypeMetadata {
  /// Returns the value of the case with the number; `nil` if the type is not
  /// an enum of `caseCount` plain cases.
  static func value<Value>(ofCase tag: Int, among caseCount: Int, as type: Value.Type) -> Value? {
    guard kind(of: type) == .enumeration, tag >= 0, tag < caseCount, _isPOD(Value.self),
      MemoryLayout<Value>.size == tagSize(forCaseCount: caseCount)
    else { return nil }
    // Cases are numbered as declared; without a payload the bytes are that number.
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: max(MemoryLayout<Value>.size, 1), alignment: MemoryLayout<Value>.alignment
    ) { buffer -> Value? in
      for offset in buffer.indices {
        unsafe buffer[offset] = UInt8(truncatingIfNeeded: tag >> (8 * offset))
      }
      return unsafe buffer.baseAddress?.load(as: Value.self)
    }
  }

  /// Returns the value of a case without associated values, in an enum in which other cases
  /// have some.
  ///
  /// - Precondition: the case is one of the type's ``Enumeration/emptyCases``.
  static func value<Value>(ofEmptyCase tag: Int, as type: Value.Type) -> Value? {
    unsafe withUnsafeTemporaryAllocation(
      byteCount: max(MemoryLayout<Value>.size, 1), alignment: MemoryLayout<Value>.alignment
    ) { buffer -> Value? in
      guard let bytes = buffer.baseAddress else { return nil }
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: buffer.count)
      guard unsafe lrs_injectCase(bytes, UInt32(clamping: tag), address(of: type)) else {
        return nil
      }
      return unsafe bytes.assumingMemoryBound(to: Value.self).move()
    }
  }

  private static func tagSize(forCaseCount count: Int) -> Int {
    switch count {
    case ...1: 0
    case ...0x100: 1
    case ...0x1_0000: 2
    default: 4
    }
  }

  /// Returns the runtime's name for the case of a value; `nil` if it is no Swift
  /// enum.
  static func caseName(of value: Any) -> String? {
    guard kind(of: type(of: value)) == .enumeration, let name = unsafe swiftEnumCaseName(value)
    else { return nil }
    return unsafe String(cString: name)
  }
}

/// The runtime's own function, which `print` uses for enums; it opens `Any` itself
/// and returns `nil` for unknown types.
@_silgen_name("swift_EnumCaseName")
private func swiftEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
