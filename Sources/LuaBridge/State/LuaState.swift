import CLuaSupport

/// A sandboxed Lua state: rule files are loaded into it, and then it is asked.
///
/// A state is used by one thread at a time. Nothing that Lua raises reaches
/// Swift other than as a thrown ``LuaFailure``.
@safe public final class LuaState {
  let state: OpaquePointer
  var pendingError: (any Error)?
  /// Returns the number of a key's name; 0 for none.
  let keyNumber: @Sendable (String) -> UInt32

  /// Who answers while code runs in the state, when it does not run for an evaluation.
  public weak var host: (any LuaHost)?

  /// Who answers in the evaluation that is under way.
  ///
  /// INVARIANT: set from the beginning of the evaluation until its end, and who
  /// begins an evaluation stays until it has ended it. A weak reference would cost
  /// more than the calls for which it is read.
  @exclusivity(unchecked) unowned(unsafe) var accessHost: (any LuaHost)?

  /// An empty list for the arguments of the next call of the host.
  ///
  /// INVARIANT: read and written at once, by nobody in between.
  @exclusivity(unchecked) var spareArguments: [LuaValue] = []

  /// Creates a state with the libraries that rule files may use.
  ///
  /// - Parameters:
  ///   - memoryLimit: The bytes that the state may hold.
  ///   - memory: What it shares with other states.
  ///   - keyNumber: Returns the number under which a key is set in ``Entries``; 0 for none. The
  ///     number of a name never changes.
  /// - Throws: ``LuaFailure`` of kind `memory` or `sharedMemory` when a limit is
  ///   too low for the libraries.
  public convenience init(
    memoryLimit: Int, sharing memory: SharedMemoryLimit = .shared,
    keyNumber: @escaping @Sendable (String) -> UInt32 = { _ in 0 }
  ) throws(LuaFailure) {
    try self.init(
      memoryLimit: memoryLimit, sharing: memory, keyNumber: keyNumber, failingAllocation: 0)
  }

  /// Creates a state whose memory is out from some allocation on, counted from 1; 0 for never.
  ///
  /// For tests: every place that allocates is reached by some number.
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
  /// What the state shares with others: it stays until the state is closed.
  private let memory: SharedMemoryLimit

  deinit {
    unsafe lrs_closeState(state)
    unsafe Unmanaged<CallbackBox>.fromOpaque(owner).release()
  }

  /// Lets memory be out from some allocation on, counted from 1; 0 for never.
  ///
  /// For tests.
  package func failAllocation(_ number: Int) { unsafe lrs_failAllocation(state, Int64(number)) }

  /// Collects garbage all the time, so that what nobody keeps is gone at once.
  ///
  /// For tests.
  package func collectEagerly() { unsafe lrs_collectEagerly(state) }

  /// The bytes that the state holds.
  public var memoryUsed: Int { unsafe lrs_memoryUsed(state) }

  /// Whether errors come with the calls that led to them.
  public func setTraceback(_ isWanted: Bool) { unsafe lrs_setTraceback(state, isWanted) }

  /// Lays down what the code that runs from now on may use.
  public func setBudget(_ budget: LuaBudget?) {
    ownBudget.value = budget
    unsafe lrs_setBudget(state, budget?.storage)
  }

  /// The budget that was laid down outside of an evaluation, which the state keeps.
  let ownBudget = UncheckedCell<LuaBudget?>(nil)

  /// Runs a body whose use of the state is not the rules'.
  public func withoutLimits<Result>(_ body: () -> Result) -> Result {
    let limits = unsafe lrs_liftLimits(state)
    defer { unsafe lrs_restoreLimits(state, limits) }
    return body()
  }

  /// Lets go of what an evaluation left behind that was broken off.
  ///
  /// - Returns: Whether the state can be asked again, as if nothing had been asked before.
  public func recover() -> Bool { unsafe lrs_recover(state) }

  /// How many calls are under way, one inside the other.
  public var depth: Int { Int(unsafe lrs_depth(state)) }

  func check(_ isDone: Bool) throws(LuaFailure) {
    if !isDone { throw lastFailure() }
  }

  func lastFailure() -> LuaFailure {
    defer { pendingError = nil }
    return unsafe LuaFailure(last: lrs_lastError(state), underlying: pendingError)
  }
}

/// What the C side knows of a state: a box, so that the state itself is free to go.
@safe final class CallbackBox {
  /// INVARIANT: the state owns what calls back, and closes it before it goes.
  var lua: Unmanaged<LuaState>?
}
