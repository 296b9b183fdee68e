import Logging
import Observation
import Synchronization

/// The values that are set on an environment, and the node from which it inherits.
///
/// INVARIANT: a node holds no environment: an environment holds the environments
/// derived from it, and a child holds the nodes above it. Parents never form a
/// cycle, so locks are always taken from a node upwards.
final class EnvironmentNode: Sendable {
  /// What one node adds to the nodes above it.
  struct Layer: Sendable {
    var values = ContextValues()
    var model: RuleModel?
    var errorHandler: ErrorHandler?
    var logger: Logger?
    var wantsTraceback: Bool?
    var budgetCap: Budget?
  }

  private struct State {
    var layer = Layer() {
      didSet { ownContext = layer.context }
    }
    /// The context of this layer alone, without the layers above it.
    private(set) var ownContext = Layer().context
    var parent: EnvironmentNode?
    weak var parentEnvironment: RuleEnvironment?
    /// The consumers that read this node, or a node below.
    var signals = ChangeSignals()
    /// Whether somebody who may observe has read the node.
    var isRead = false
  }

  private let state = Mutex(State())
  private let registrar = ObservationRegistrar()
  /// Only one node at a time gets a new parent, so that two nodes cannot form a cycle.
  private static let inheriting = Mutex(())

  /// How many nodes above one another are read in one step of recursion; each node takes
  /// some stack.
  private static let heightOfStep = 100

  /// What is set on the node itself; a read is registered for observation.
  var layer: Layer { look(isRead: true) { $0.layer } }

  /// Looks at the node; a read is registered for observation, and a look before a change is not.
  private func look<Result: Sendable>(isRead: Bool, _ body: (State) -> sending Result) -> Result {
    // Before the read, so that a change after it is noticed.
    if isRead { registrar.access(self, keyPath: \.layer) }
    return state.withLock { state in
      if isRead { state.isRead = true }
      return body(state)
    }
  }

  var parentEnvironment: RuleEnvironment? { state.withLock { $0.parentEnvironment } }

  /// A snapshot of the node and the nodes above it; a read is registered for observation.
  var context: RuleContext { context(isRead: true) }

  /// The same snapshot for a change of the node, which is no read.
  var contextToChange: RuleContext { context(isRead: false) }

  private func context(isRead: Bool) -> RuleContext {
    let alone = look(isRead: isRead) { $0.parent == nil ? $0.ownContext : nil }
    if let alone { return alone }
    var context = RuleContext(.empty)
    for layer in layers(isRead: isRead).reversed() { layer.add(to: &context) }
    return context
  }

  /// A snapshot of the layers of the node and of the nodes above it, the highest last.
  private func layers(isRead: Bool) -> [Layer] {
    var layers: [Layer] = []
    // Most trees are lower, so one allocation is enough.
    layers.reserveCapacity(8)
    var next: EnvironmentNode? = self
    while let node = next {
      next = node.collect(Self.heightOfStep, into: &layers, isRead: isRead)
    }
    return layers
  }

  /// Appends up to `height` layers while all of them are locked; returns the node after them.
  private func collect(
    _ height: Int, into layers: inout [Layer], isRead: Bool
  ) -> EnvironmentNode? {
    look(isRead: isRead) { state in
      layers.append(state.layer)
      guard height > 1 else { return state.parent }
      return state.parent?.collect(height - 1, into: &layers, isRead: isRead)
    }
  }

  /// Changes what is set on the node, and notifies its observers.
  ///
  /// - Parameter body: Makes the change and returns the replaced values. They are released
  ///   while the lock is not held, because their last release may run host code.
  func change<Replaced: Sendable>(_ body: (inout Layer) -> Replaced) {
    // Nobody observes a node that nobody has read.
    let isRead = state.withLock { $0.isRead }
    if isRead { registrar.willSet(self, keyPath: \.layer) }
    let (replaced, signals, isReadNow) = state.withLock { (body(&$0.layer), $0.signals, $0.isRead) }
    withExtendedLifetime(replaced) {}
    if isRead { registrar.didSet(self, keyPath: \.layer) }
    // Whoever read the node between the first notification and the change is notified now.
    if isReadNow { registrar.withMutation(of: self, keyPath: \.layer) {} }
    signals.ring()
  }

  /// Sets the model of the node.
  func begin(with model: RuleModel) {
    change { layer in
      defer { layer.model = model }
      return layer.model
    }
  }

  /// Rings a signal at each change of the node, until it is removed.
  ///
  /// - Returns: The node above, as it is when the signal is added, so that no change of it is missed.
  func add(_ signal: ChangeSignal) -> EnvironmentNode? {
    state.withLock { state in
      state.signals.add(signal)
      return state.parent
    }
  }

  func remove(_ signal: ChangeSignal) { state.withLock { $0.signals.remove(signal) } }

  /// Changes the values that are set on the node, and notifies their observers.
  func changeValues(_ body: (inout ContextValues) -> Void) {
    change { layer in
      // The copy keeps the replaced values alive until the lock is released.
      let replaced = layer.values
      body(&layer.values)
      return replaced
    }
  }

  /// Replaces a part of the layer, and notifies its observers.
  func set<Value: Sendable>(_ part: WritableKeyPath<Layer, Value>, to value: Value) {
    change { layer in
      defer { layer[keyPath: part] = value }
      return layer[keyPath: part]
    }
  }

  /// Sets the parent of the node; does nothing if the parent inherits from the node.
  func inherit(from parent: EnvironmentNode, of environment: RuleEnvironment) {
    registrar.withSharedMutation(of: self, keyPath: \.layer) {
      let replaced = Self.inheriting.withLock { _ in
        if parent.isBelow(self) { return nil as EnvironmentNode? }
        return state.withLock { state in
          defer { (state.parent, state.parentEnvironment) = (parent, environment) }
          return state.parent
        }
      }
      withExtendedLifetime(replaced) {}
    }
    state.withLock { $0.signals }.ring()
  }

  /// Whether `other` is this node or a node above it.
  private func isBelow(_ other: EnvironmentNode) -> Bool {
    var next: EnvironmentNode? = self
    while let node = next {
      if node === other { return true }
      next = node.state.withLock { $0.parent }
    }
    return false
  }
}

extension EnvironmentNode: Observable {}

extension EnvironmentNode.Layer {
  /// The context of this layer alone, without the layers above it.
  fileprivate var context: RuleContext {
    var context = RuleContext(.empty)
    add(to: &context)
    return context
  }

  /// Sets the values and settings of the layer on a context.
  fileprivate func add(to context: inout RuleContext) {
    context.values = context.values.overridden(by: values)
    if let model { context.model = model }
    if let errorHandler { context.errorHandler = errorHandler }
    if let logger { context.logger = logger }
    if let wantsTraceback { context.wantsTraceback = wantsTraceback }
    if let budgetCap { context.budgetCap = budgetCap }
  }
}
