#if Configuration
  import LuaRules

  /// What is read from rules now, and again after each event of a live model that changes it.
  ///
  /// It is read in the consumer's task; swaps that a slow consumer has missed are left out.
  struct ConfigUpdates<Element: Sendable>: AsyncSequence, Sendable {
    private let model: RuleModel
    private let read: @Sendable () -> Element
    private let areEqual: @Sendable (Element, Element) -> Bool

    init(
      of model: RuleModel, read: @escaping @Sendable () -> Element,
      areEqual: @escaping @Sendable (Element, Element) -> Bool
    ) {
      self.model = model
      self.read = read
      self.areEqual = areEqual
    }

    func makeAsyncIterator() -> Iterator {
      Iterator(updates: self, swaps: model.swaps.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
      fileprivate let updates: ConfigUpdates
      fileprivate var swaps: AsyncStream<Void>.Iterator
      private var last: Element?

      fileprivate init(updates: ConfigUpdates, swaps: AsyncStream<Void>.Iterator) {
        self.updates = updates
        self.swaps = swaps
      }

      /// Returns the next element that differs from the one before; `nil` when the task is cancelled.
      mutating func next() async -> Element? {
        while await swaps.next() != nil {
          let element = updates.read()
          if let last, updates.areEqual(last, element) { continue }
          last = element
          return element
        }
        return nil
      }
    }
  }
#endif
