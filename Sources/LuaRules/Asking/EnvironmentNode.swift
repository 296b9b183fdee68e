import Logging
import Observation
import Synchronization

/// What is set on an environment, and the node from which it inherits.
///
/// INVARIANT: a node holds no environment: environments hold those derived
/// from them, and a child holds the nodes above it. Parents never go in a
/// circle, so locks are always taken from a node upwards.
final class EnvironmentNode: Sendable {
  /// What one node adds to those above it.
  struct Layer: Sendable {
    var values = ContextValues()
    var model: RuleModel?
    var onError: (@Sendable (RuleError) -> Void)?
    var logger: Logger?
    var wantsTraceback: Bool?
    var budgetCap: Budget?
  }

  private struct State {
    var layer = Layer() {
      didSet { ownContext = layer.context }
    }
    /// What the layer gives without any above it.
    private(set) var ownContext = Layer().context
    var parent: EnvironmentNode?
    weak var parentEnvironment: RuleEnvironment?
  }

  private let state = Mutex(State())
  private let registrar = ObservationRegistrar()
  /// Only one node at a time gets another parent, so that two make no circle.
  private static let inheriting = Mutex(())

  /// So many nodes above one another are read in one step, which takes a piece
  /// of the stack for each.
  private static let heightOfStep = 100

  /// What is set on the node itself; who reads it is told of changes.
  var layer: Layer {
    registrar.access(self, keyPath: \.layer)
    return state.withLock { $0.layer }
  }

  var parentEnvironment: RuleEnvironment? { state.withLock { $0.parentEnvironment } }

  /// The node and those above it at one moment, as a value.
  var context: RuleContext {
    if let alone { return alone }
    var context = RuleContext(.empty)
    for layer in layers.reversed() { layer.add(to: &context) }
    return context
  }

  /// The context of a node that inherits from no other; `nil` for one that inherits.
  private var alone: RuleContext? {
    registrar.access(self, keyPath: \.layer)
    return state.withLock { $0.parent == nil ? $0.ownContext : nil }
  }

  /// The layers of the node and of those above it at one moment, the highest last.
  private var layers: [Layer] {
    var layers: [Layer] = []
    // Few trees are higher, so one allocation does.
    layers.reserveCapacity(8)
    var next: EnvironmentNode? = self
    while let node = next { next = node.collect(Self.heightOfStep, into: &layers) }
    return layers
  }

  /// Appends layers while all of them are locked; returns the node that follows.
  private func collect(_ height: Int, into layers: inout [Layer]) -> EnvironmentNode? {
    registrar.access(self, keyPath: \.layer)
    return state.withLock { state in
      layers.append(state.layer)
      guard height > 1 else { return state.parent }
      return state.parent?.collect(height - 1, into: &layers)
    }
  }

  /// Changes what is set on the node, and tells who has read it.
  ///
  /// - Parameter body: Returns what it replaces: values go without the lock,
  ///   since their last reference may run code of the host.
  func change<Replaced: Sendable>(_ body: (inout Layer) -> Replaced) {
    registrar.withSharedMutation(of: self, keyPath: \.layer) {
      let replaced = state.withLock { body(&$0.layer) }
      withExtendedLifetime(replaced) {}
    }
  }

  /// Changes the values that are set on the node, and tells who has read them.
  func changeValues(_ body: (inout ContextValues) -> Void) {
    change { layer in
      // A copy keeps the values that are replaced.
      let replaced = layer.values
      body(&layer.values)
      return replaced
    }
  }

  /// Replaces a part of what is set on the node, and tells who has read it.
  func set<Value: Sendable>(_ part: WritableKeyPath<Layer, Value>, to value: Value) {
    change { layer in
      defer { layer[keyPath: part] = value }
      return layer[keyPath: part]
    }
  }

  /// Makes the node inherit from another one, unless that one inherits from it.
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
  }

  /// Whether a node is this one, or stands above it.
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
  /// What the layer gives without any above it.
  fileprivate var context: RuleContext {
    var context = RuleContext(.empty)
    add(to: &context)
    return context
  }

  /// Sets what the layer has on a context.
  fileprivate func add(to context: inout RuleContext) {
    context.values = context.values.overridden(by: values)
    if let model { context.model = model }
    if let onError { context.onError = onError }
    if let logger { context.logger = logger }
    if let wantsTraceback { context.wantsTraceback = wantsTraceback }
    if let budgetCap { context.budgetCap = budgetCap }
  }
}
