import LuaBridge

/// Reads members that code of the host's tells, for a question that is asked without an access.
///
/// Such code may ask rules in turn. So before it runs for the first time, the access of the workplace
/// is begun: there the code finds the question that it belongs to, with its budget, its generation
/// and its chain of keys. A member is read once in a question. What is no scalar, and members of members,
/// are left to the access.
///
/// INVARIANT: belongs to a ``Workplace``, which one thread uses at a time.
final class HostReads {
  private let workplace: Uncounted<Workplace>
  private let content = ThreadCell(Content())

  private struct Content {
    /// INVARIANT: there from `begin` to `end`; who asks keeps it so long.
    var context: Borrowed<RuleContext>?
    /// The key that is asked.
    var key: UInt32 = 0
    /// The keys that are computed for it, outermost first.
    var inner: [UInt32] = []
    var access: BegunAccess?
    /// What was read: members of what is set for a key.
    var known: [(key: UInt32, position: UInt32, value: LuaValue)] = []
  }

  init(of workplace: Workplace) { self.workplace = Uncounted(workplace) }

  /// Begins a question for a key.
  @inline(__always)
  func begin(_ context: Borrowed<RuleContext>, _ key: UInt32) {
    content.value.context = context
    content.value.key = key
  }

  /// Ends the question.
  ///
  /// - Parameter isGoingOn: Whether an access is to find the answer.
  /// - Returns: The access, if it was begun. Where it goes on, it knows what was read.
  @inline(__always)
  func end(isGoingOn: Bool) -> BegunAccess? {
    content.value.context = nil
    guard let begun = content.value.access else { return nil }
    content.value.access = nil
    content.value.inner.removeAll(keepingCapacity: true)
    if isGoingOn { hand(over: begun.access) }
    content.value.known.removeAll(keepingCapacity: true)
    return begun
  }

  private func hand(over access: Access) {
    for (key, position, value) in content.value.known {
      let origin = SharedReads.origin(of: KeyID(number: key), link: 0)
      access.shared.note(.value(value), at: .init(origin: origin, step: .position(position)))
    }
    access.leaveAll()
  }

  /// Whether code of the host's has run.
  var haveRun: Bool { content.value.access != nil }

  /// Notes that a key is computed for another one.
  func enter(_ key: UInt32) {
    content.value.inner.append(key)
    content.value.access?.access.enter(KeyID(number: key))
  }

  /// Notes that it was.
  func leave() {
    guard let key = content.value.inner.popLast() else { return }
    content.value.access?.access.leave(KeyID(number: key))
  }

  /// Returns the member at a position of what is set for a key, if it is a scalar, or nothing; else
  /// `nil`.
  func scalar(at position: UInt32, of value: LaidOutValue, setFor key: UInt32) -> LuaValue? {
    guard position != 0, value.mayComputeScalar(at: position),
      let context = content.value.context
    else { return nil }
    for known in content.value.known where known.key == key && known.position == position {
      return known.value
    }
    if content.value.access == nil {
      content.value.access = workplace.object.access.begin(
        context, computing: [content.value.key] + content.value.inner, at: workplace.object)
    }
    guard let scalar = value.computedScalar(at: position) else {
      // An object may show something else now than what was read.
      content.value.known.removeAll { $0.key == key }
      return nil
    }
    content.value.known.append((key, position, scalar))
    return scalar
  }
}
