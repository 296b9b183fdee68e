/// Objects by number, which are looked at without being counted.
///
/// One thread uses it at a time. INVARIANT: an object that was put in stays until the end of
/// the list, or until another one takes its place.
@safe public final class OwnedObjects<Object: AnyObject> {
  private let objects = UncheckedCell<[Object?]>([])
  @usableFromInline let references = UncheckedCell<[UnretainedReference<Object>?]>([])

  /// Creates an empty list.
  public init() {}

  /// The object with a number.
  @inlinable @inline(__always)
  public subscript(number: Int) -> UnretainedReference<Object>? {
    number >= 0 && number < references.value.count ? references.value[number] : nil
  }

  /// Puts an object in; there may be gaps.
  public func put(_ object: Object, at number: Int) {
    let missing = number + 1 - objects.value.count
    if missing > 0 {
      objects.value += Array(repeating: nil, count: missing)
      references.value += Array(repeating: nil, count: missing)
    }
    references.value[number] = UnretainedReference(object)
    objects.value[number] = object
  }
}
