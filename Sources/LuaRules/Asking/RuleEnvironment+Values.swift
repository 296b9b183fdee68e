import LuaBridge

extension RuleEnvironment {
  /// Returns the values at some accessors now, and again whenever one of them changes.
  ///
  /// A value changes with what is set on the environment or on a node above it, with another model,
  /// and with another generation of a live model. What changes inside of an object that is set is
  /// not noticed.
  ///
  /// ```swift
  /// for await (title, color) in app.settings.values(of: \.title, \.color) {
  ///   show(title, in: color)
  /// }
  /// ```
  ///
  /// All values of one tuple belong to one moment: to the same set values, and to one generation of
  /// each live model. With one accessor there is no tuple, but its value. The sequence ends when its
  /// task is cancelled; until then its iterator keeps the environment alive.
  ///
  /// - Parameter path: The accessors, or paths that begin with one.
  /// - Returns: The values; see ``ValueUpdates``.
  public func values<each Value: Equatable & Sendable>(
    of path: repeat any KeyPath<RuleContext, each Value> & Sendable
  ) -> ValueUpdates<(repeat each Value)> {
    ValueUpdates(of: repeat each path) { EnvironmentUpdates(self) }
  }
}

/// The contexts of an environment, one after each change.
private struct EnvironmentUpdates: ContextUpdates {
  private let watch: EnvironmentWatch
  private var changes: AsyncStream<Void>.Iterator
  private var isFirst = true

  init(_ environment: RuleEnvironment) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    watch = EnvironmentWatch(environment, ChangeSignal(continuation))
    changes = stream.makeAsyncIterator()
  }

  mutating func next() async -> RuleContext? {
    if isFirst {
      isFirst = false
      return Task.isCancelled ? nil : watch.context()
    }
    guard await changes.next() != nil else {
      watch.end()
      return nil
    }
    return watch.context()
  }
}

/// Rings a signal when an environment may answer otherwise; one task uses it, until it is released.
private final class EnvironmentWatch {
  private let environment: RuleEnvironment
  private let signal: ChangeSignal
  /// The environment's node and the nodes above it.
  private var nodes: [EnvironmentNode] = []
  /// The events of the live models that it asks.
  private var hubs: [EventHub<LiveRuleEvent>] = []

  init(_ environment: RuleEnvironment, _ signal: ChangeSignal) {
    self.environment = environment
    self.signal = signal
  }

  deinit { end() }

  /// Returns the environment at this moment.
  ///
  /// INVARIANT: the signal is added to a node or a hub before that is read, so that no change
  /// between reading and waiting is missed.
  func context() -> RuleContext {
    var nodes: [EnvironmentNode] = []
    var next: EnvironmentNode? = environment.node
    while let node = next {
      nodes.append(node)
      next = node.add(signal)
    }
    let current = Set(nodes.map { ObjectIdentifier($0) })
    for old in self.nodes where !current.contains(ObjectIdentifier(old)) { old.remove(signal) }
    self.nodes = nodes
    let context = environment.context
    let hubs = context.model.liveModels.map(\.hub)
    for hub in hubs { hub.add(signal) }
    for old in self.hubs where !hubs.contains(where: { $0 === old }) { old.remove(signal) }
    self.hubs = hubs
    return context.pinned()
  }

  /// Removes the signal from everywhere.
  func end() {
    for node in nodes { node.remove(signal) }
    for hub in hubs { hub.remove(signal) }
    (nodes, hubs) = ([], [])
  }
}
