import CLuaSupport

/// A sandboxed Lua state: it loads rule files, then runs their functions.
///
/// A state is used by one thread at a time. An error that Lua raises reaches
/// Swift only as a thrown ``LuaFailure``.
@safe @usableFromInline package final class LuaState {
  let state: OpaquePointer
  var pendingError: (any Error)?
  /// Returns the number of a key's name; 0 for none.
  let keyNumber: @Sendable (String) -> UInt32

  /// The host that answers callbacks outside of an evaluation.
  @usableFromInline package weak var host: (any LuaHost)?

  /// The host that answers callbacks of the current evaluation.
  ///
  /// INVARIANT: set from the beginning of the evaluation to its end; the code that
  /// begins an evaluation keeps the host alive until it has ended it. A weak reference would cost
  /// more than the callbacks that read it.
  @exclusivity(unchecked) unowned(unsafe) var accessHost: (any LuaHost)?

  /// An empty list, reused for the arguments of the next host call.
  ///
  /// INVARIANT: taken and put back by a swap, and not accessed in between.
  @exclusivity(unchecked) var spareArguments: [LuaValue] = []

  /// Creates a state with the libraries that rule files may use.
  ///
  /// - Parameters:
  ///   - memoryLimit: The bytes that the state may hold.
  ///   - memory: The memory limit that it shares with other states.
  ///   - keyNumber: Returns the number of a key in ``ContextStorage``; 0 for none. The
  ///     number of a name never changes.
  /// - Throws: ``LuaFailure`` of kind `memory` or `sharedMemory` when a limit is
  ///   too low for the libraries.
  @usableFromInline package convenience init(
    memoryLimit: Int, sharing memory: SharedMemoryLimit = .shared,
    keyNumber: @escaping @Sendable (String) -> UInt32 = { _ in 0 }
  ) throws(LuaFailure) {
    try self.init(
      memoryLimit: memoryLimit, sharing: memory, keyNumber: keyNumber, failingAllocation: 0)
  }

  /// Creates a state that is out of memory from one allocation on, counted from 1; 0 for never.
  ///
  /// For tests: each allocation can be made to fail by its number.
  package init(
    memoryLimit: Int, sharing memory: SharedMemoryLimit = .shared,
    keyNumber: @escaping @Sendable (String) -> UInt32 = { _ in 0 }, failingAllocation: Int
  ) throws(LuaFailure) {
    StringForm.check()
    let box = CallbackBox()
    let owner = unsafe Unmanaged.passRetained(box).toOpaque()
    let callbacks = unsafe LRSCallbacks(
      owner: owner,
      member: { unsafe CallbackBox.member($0, $1, $2, $3) },
      count: { unsafe CallbackBox.count($0, $1, $2) },
      keys: { unsafe CallbackBox.keys($0, $1) },
      call: { unsafe CallbackBox.call($0, $1, $2, $3, $4) },
      callView: { unsafe CallbackBox.callView($0, $1, $2, $3, $4) },
      require: { unsafe CallbackBox.require($0, $1, $2, $3, $4) },
      print: { unsafe CallbackBox.print($0, $1, $2) },
      number: { unsafe CallbackBox.number($0, $1, $2, $3) },
      elements: { unsafe Layout.ofElements(in: $0) },
      record: { unsafe Record.content(of: $0) })
    var failure = LRSFailure.none
    guard
      let state = unsafe lrs_newState(
        callbacks, memory.storage, max(0, memoryLimit), Int64(failingAllocation), &failure)
    else {
      unsafe Unmanaged<CallbackBox>.fromOpaque(owner).release()
      throw LuaFailure(LuaFailure.Kind(failure))
    }
    unsafe self.state = state
    self.keyNumber = keyNumber
    self.memory = memory
    unsafe self.owner = owner
    unsafe box.lua = .passUnretained(self)
  }

  private let owner: UnsafeMutableRawPointer
  /// The shared memory limit: it must stay alive until the state is closed.
  private let memory: SharedMemoryLimit

  deinit {
    unsafe lrs_closeState(state)
    unsafe Unmanaged<CallbackBox>.fromOpaque(owner).release()
  }

  /// Makes all allocations fail from one on, counted from 1; 0 for never.
  ///
  /// For tests.
  package func failAllocation(_ number: Int) { unsafe lrs_failAllocation(state, Int64(number)) }

  /// Collects garbage continually, so that unreachable objects are freed at once.
  ///
  /// For tests.
  package func collectEagerly() { unsafe lrs_collectEagerly(state) }

  /// The bytes that the state holds.
  @usableFromInline package var memoryUsed: Int { unsafe lrs_memoryUsed(state) }

  /// Turns tracebacks of errors on or off.
  @usableFromInline package func setTraceback(_ isWanted: Bool) {
    unsafe lrs_setTraceback(state, isWanted)
  }

  /// Sets the budget of the code that runs from now on.
  @usableFromInline package func setBudget(_ budget: LuaBudget?) {
    ownBudget.value = budget
    unsafe lrs_setBudget(state, budget?.storage)
  }

  /// The budget that was set outside of an evaluation; the state keeps it alive.
  let ownBudget = UncheckedCell<LuaBudget?>(nil)

  /// Runs `body`; its work in the state is not charged and not limited.
  @usableFromInline package func withoutLimits<Result>(_ body: () -> Result) -> Result {
    let limits = unsafe lrs_liftLimits(state)
    defer { unsafe lrs_restoreLimits(state, limits) }
    return body()
  }

  /// Cleans up after an aborted evaluation.
  ///
  /// - Returns: Whether the state can be used again, as if there had been no evaluation.
  @usableFromInline package func recover() -> Bool { unsafe lrs_recover(state) }

  /// The number of active nested calls.
  @usableFromInline package var depth: Int { Int(unsafe lrs_depth(state)) }

  func check(_ isDone: Bool) throws(LuaFailure) {
    if !isDone { throw lastFailure() }
  }

  func lastFailure() -> LuaFailure {
    defer { pendingError = nil }
    return unsafe LuaFailure(last: lrs_lastError(state), underlying: pendingError)
  }
}

/// The C side's reference to a state: a separate object, so that the C side does
/// not keep the state alive.
@safe final class CallbackBox {
  /// INVARIANT: the state owns the C state that calls back, and closes it before the state ends.
  var lua: Unmanaged<LuaState>?
}
