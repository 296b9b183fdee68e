import LuaBridge

extension ContextValues {
  /// A value that is set, and the key for which it is.
  struct Entry: Sendable {
    let key: KeyID
    let value: any SetValue & Sendable
    /// Tells what was set from all that was set before.
    let stamp: UInt64
    /// How it is read.
    fileprivate let reading: Reading
    /// The value, if that is a scalar.
    fileprivate let scalar: LuaValue
    /// INVARIANT: the value keeps it.
    let trivial: Uncounted<TrivialValue>?

    init(
      key: KeyID, value: any SetValue & Sendable, stamp: UInt64 = ThreadNumbers.newStamp
    ) {
      self.key = key
      self.value = value
      self.stamp = stamp
      trivial = value.trivial.map { Uncounted($0) }
      let form = value.form
      reading =
        switch form {
        case .scalar: .scalar
        case .view(let shared): .view(shared.scalars)
        case .table(let table): .table(Uncounted(table))
        case .open: .open
        }
      scalar = if case .scalar(let scalar) = form { scalar } else { .nil }
    }
  }

  /// How a value is read, as far as that is decided when it is set.
  ///
  /// INVARIANT: `@unchecked Sendable` because the scalars are those of a ``SharedView``, and the
  /// table, do not change; the value beside it in the entry keeps them.
  enum Reading: @unchecked Sendable {
    case scalar
    case view(Uncounted<StoredScalars>)
    case table(Uncounted<SetTable>)
    case open
  }

  /// Reads values without counting them, while the values stay as they are.
  struct Reader {
    private let entries: BorrowedList<Entry>
    /// Whether all values are among them.
    private let isWhole: Bool

    init(_ entries: BorrowedList<Entry>, isWhole: Bool) {
      self.entries = entries
      self.isWhole = isWhole
    }

    @inline(__always)
    func index(of number: UInt32) -> Int? {
      let place = place(of: number)
      return place < entries.count && entries[place].key.number == number ? place : nil
    }

    /// Where the key with a number stands, or would.
    @inline(__always)
    func place(of number: UInt32) -> Int {
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].key.number < number { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// Reads what is set for the key with a number, or a scalar that is stored in it.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - planned: For whom it is read.
    ///   - isAlone: Whether no other model declares keys.
    /// - Returns: Odd for what has to be looked at in another way; `nil` for a key
    ///   that is not set.
    @inline(__always)
    func value(at place: ReadPlace, of planned: PlannedKey, isAlone: Bool) -> NativeValue? {
      guard place.key != 0 else { return .odd }
      guard let index = index(of: place.key) else {
        // A name that was set before it got a number is looked for by its text.
        return isWhole ? nil : .odd
      }
      switch entries[index].reading {
      case .view(let scalars):
        guard place.isMember else { return .view }
        return scalars.with { scalars in
          planned.scalar(at: place, in: scalars).map { NativeValue(stored: $0) } ?? .odd
        }
      case .scalar: return place.isMember ? .odd : NativeValue(stored: entries[index].scalar)
      case .table(let table):
        guard place.isMember else { return .view }
        return isAlone ? table.with { planned.member(at: place, in: $0.table) } : .odd
      case .open: return .odd
      }
    }
  }
}
