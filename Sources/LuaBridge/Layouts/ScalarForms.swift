import CLuaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Types that are a number or a string in Lua: decimal numbers, and those whose bytes C code can read after
/// a successful check.
///
/// The check compares the results of C code with those of Swift; if one value of a type differs,
/// Swift code reads that type.
enum ScalarForms {
  /// The forms, by type.
  static let understood: [ObjectIdentifier: LRSForm] = {
    var forms = [ObjectIdentifier(Decimal.self): LRSForm.decimal]
    if dates.allSatisfy({ isRead($0, as: .date) }) { forms[ObjectIdentifier(Date.self)] = .date }
    if durations.allSatisfy({ isRead($0, as: .duration) }) {
      forms[ObjectIdentifier(Duration.self)] = .duration
    }
    if identifiers.allSatisfy({ isRead($0, as: .UUID) }) {
      forms[ObjectIdentifier(UUID.self)] = .UUID
    }
    return forms
  }()

  /// Returns the Lua form of a value with one of these forms.
  ///
  /// `nil` for other forms, and for a decimal number that has no exact form in Lua.
  static func value(at address: UnsafeRawPointer, as form: LRSForm) -> LuaValue? {
    switch form {
    case .date: unsafe .number(lrs_secondsOfDate(address))
    case .duration: unsafe .number(lrs_secondsOfDuration(address))
    case .UUID: unsafe .string(text(ofUUID: address))
    case .decimal: unsafe address.assumingMemoryBound(to: Decimal.self).pointee.luaNumber
    default: nil
    }
  }

  private static func text(ofUUID address: UnsafeRawPointer) -> String {
    let length = Int(LRS_UUID_LENGTH)
    return unsafe String(unsafeUninitializedCapacity: length) { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        if let first = text.baseAddress { unsafe lrs_textOfUUID(address, first) }
      }
      return length
    }
  }

  // MARK: Comparing

  private static var dates: [Date] {
    [0, 1, -1.5, 0.1, 1e9, -978_307_200, 1.7e9, 1e300, .infinity, -.infinity].map {
      Date(timeIntervalSinceReferenceDate: $0)
    } + [.distantPast, .distantFuture, Date(timeIntervalSince1970: 1_234_567_890.125)]
  }

  private static var durations: [Duration] {
    [
      .zero, .seconds(1), .seconds(-1), .milliseconds(1500), .milliseconds(-1), .nanoseconds(7),
      .seconds(Int64.max), .seconds(Int64.min), .seconds(1.1),
      Duration(secondsComponent: 3, attosecondsComponent: 999_999_999_999_999_999),
      Duration(secondsComponent: -9_007_199_254_740_993, attosecondsComponent: -1),
    ]
  }

  private static var identifiers: [UUID] {
    ["00000000-0000-0000-0000-000000000000", "01234567-89AB-CDEF-FEDC-BA9876543210"]
      .compactMap { UUID(uuidString: $0) } + [UUID(), UUID()]
  }

  /// Whether reading the memory gives the same as the value's own conversion, and an optional of
  /// the type has exactly one more byte.
  private static func isRead<Value: LuaConvertible>(_ value: Value, as form: LRSForm) -> Bool {
    guard TypeMetadata.isUnderstood, SameType.isTrivial(Value.self),
      MemoryLayout<Value>.size == (form == .date ? 8 : 16),
      MemoryLayout<Value?>.size == MemoryLayout<Value>.size + 1,
      case .value(let expected) = value.luaRepresentation
    else { return false }
    return unsafe withUnsafePointer(to: value) { place in
      unsafe Self.value(at: UnsafeRawPointer(place), as: form)?.isRawEqual(to: expected) == true
    }
  }
}
