/// A list of objects by number, read without retain and release.
///
/// One thread uses it at a time. INVARIANT: an object stays alive until the list ends,
/// or until another object replaces it.
@safe @usableFromInline package final class OwnedObjects<Object: AnyObject> {
  private let objects = UncheckedCell<[Object?]>([])
  @usableFromInline let references = UncheckedCell<[UnretainedReference<Object>?]>([])

  /// Creates an empty list.
  @usableFromInline package init() {}

  /// The object with a number.
  @inlinable @inline(__always)
  package subscript(number: Int) -> UnretainedReference<Object>? {
    number >= 0 && number < references.value.count ? references.value[number] : nil
  }

  /// Stores an object; there may be gaps before it.
  @usableFromInline package func put(_ object: Object, at number: Int) {
    let missing = number + 1 - objects.value.count
    if missing > 0 {
      objects.value += Array(repeating: nil, count: missing)
      references.value += Array(repeating: nil, count: missing)
    }
    references.value[number] = UnretainedReference(object)
    objects.value[number] = object
  }
}
