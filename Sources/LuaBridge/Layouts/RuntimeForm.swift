import CLuaSupport

/// A check, once in a process, that optionals have the form that C code assumes, and that the functions of Swift's
/// runtime give the known results for known types.
///
/// If one of them differs, as in a program without reflection names, Swift code reads all values.
enum RuntimeForm {
  static let isRight = areOffsetsRight && areCaseNamesRight && areOptionalsRight && areMovesRight

  private enum Order {
    case first, second
  }

  private struct Sample {
    var flag = true
    var number: Int64 = 7
    var text: String? = "text"
    var order = Order.second
    var list = [1, 2]
    var nothing: Double?
  }

  /// Whether the runtime's offsets of stored properties are those of the compiler.
  static var areOffsetsRight: Bool {
    let offsets = [
      MemoryLayout<Sample>.offset(of: \.flag), MemoryLayout<Sample>.offset(of: \.number),
      MemoryLayout<Sample>.offset(of: \.text), MemoryLayout<Sample>.offset(of: \.order),
      MemoryLayout<Sample>.offset(of: \.list), MemoryLayout<Sample>.offset(of: \.nothing),
    ]
    guard let properties = StoredProperties.all(of: Sample.self) else { return false }
    return properties.map(\.offset) == offsets
      && properties.map(\.name) == ["flag", "number", "text", "order", "list", "nothing"]
      && properties.allSatisfy(\.isStrong)
  }

  /// Whether the runtime knows the names of cases.
  static var areCaseNamesRight: Bool {
    TypeMetadata.caseName(of: Order.first) == "first"
      && TypeMetadata.caseName(of: Order.second) == "second"
      && TypeMetadata.caseName(of: 1) == nil
  }

  /// Whether the runtime knows which values must not be moved byte by byte.
  static var areMovesRight: Bool {
    final class Referred {}
    struct Holder { weak var object: Referred? }
    return unsafe lrs_isBitwiseTakable(TypeMetadata.address(of: String.self))
      && lrs_isBitwiseTakable(TypeMetadata.address(of: Sample.self))
      && !lrs_isBitwiseTakable(TypeMetadata.address(of: Holder.self))
  }

  /// Whether C code can tell `nil` and a value apart, in each of its ways to do that.
  static var areOptionalsRight: Bool {
    isRight(Int64.min, .integer) && isRight(Int8(-1), .integer) && isRight(UInt16.max, .unsigned)
      && isRight(Float.nan, .float) && isRight(-0.0, .double)
      && isRight(false, .boolean) && isRight(true, .boolean)
      && isRight("", .string) && isRight("a text of more than fifteen bytes", .string)
      && isRight([Int](), .list) && isRight([String: Int](), .dictionary)
      && isRight(Order.first, .case) && isRight(Order.second, .case)
      && isRight(Sample(), .members)
  }

  private static func isRight<Value>(_ value: Value, _ form: LRSForm) -> Bool {
    let type = unsafe TypeMetadata.address(of: Value.self)
    var wrapped = unsafe layout(form, type)
    wrapped.size = UInt32(clamping: MemoryLayout<Value>.size)
    return unsafe withUnsafePointer(to: wrapped) { wrapped in
      var optional = unsafe layout(.optional, type)
      unsafe optional.wrapped = wrapped
      unsafe optional.wrappedType = type
      func hasValue(_ value: Value?) -> Bool {
        unsafe withUnsafePointer(to: value) { unsafe lrs_hasValue($0, &optional) }
      }
      return hasValue(value) && !hasValue(nil)
    }
  }

  private static func layout(_ form: LRSForm, _ type: UnsafeRawPointer) -> LRSLayout {
    unsafe LRSLayout(
      form: form, number: 0, size: 0, memberCount: 0, caseCount: 0, isTrivial: false,
      isInline: false, type: type, members: nil, wrapped: nil, wrappedType: nil,
      firstElement: 0, stride: 0, cases: nil, caseValues: nil, witness: type)
  }
}
