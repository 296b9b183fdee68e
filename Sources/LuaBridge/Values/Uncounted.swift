/// A reference that is not counted.
///
/// For objects that someone else keeps alive and that many threads use: counting
/// would make the threads wait for one another.
///
/// INVARIANT: whoever makes one says what keeps the object alive.
@safe public struct Uncounted<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  /// Creates a reference to an object that stays.
  @inline(__always) public init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Runs a body with the object, which nobody counts meanwhile.
  @inline(__always) public func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }

  /// The object.
  @inline(__always) public var object: Object {
    unsafe reference.takeUnretainedValue()
  }
}
