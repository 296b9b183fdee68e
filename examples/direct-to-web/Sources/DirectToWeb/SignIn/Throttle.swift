import Synchronization

/// Slows down the guessing of passwords.
///
/// Failures are counted for each name from each address, and with looser limits for the name and for the
/// address alone: one client that guesses must not lock others out. After some free failures each further
/// one doubles the wait; until it is over everything is refused, a correct password as well. An attempt
/// counts as a failure from its begin until ``succeeded(name:address:)``, so that many at once gain
/// nothing.
public final class Throttle: Sendable {
  /// How failures turn into waits.
  public struct Limits: Sendable {
    /// The failures that cost no wait.
    public var freeFailures: Int
    /// The wait after the first failure that is not free; the next wait is twice as long.
    public var firstWait: Duration = .seconds(1)
    /// The longest wait.
    public var longestWait: Duration
    /// How long a failure is remembered.
    public var memory: Duration = .seconds(3600)

    /// The limits for one name from one address.
    ///
    /// They allow fewer failures in an hour than are free for the name, so one address cannot lock a
    /// user out at others.
    public static let client = Limits(freeFailures: 3, longestWait: .seconds(300))
    /// The limits for one name, whatever the address: for guesses from many addresses.
    public static let name = Limits(freeFailures: 100, longestWait: .seconds(60))
    /// The limits for one address, whatever the name.
    ///
    /// Many people may sign in from there, such as all behind a proxy that is not trusted.
    public static let address = Limits(freeFailures: 30, longestWait: .seconds(60))

    /// Makes limits.
    public init(freeFailures: Int, longestWait: Duration) {
      self.freeFailures = freeFailures
      self.longestWait = longestWait
    }

    func wait(after failures: Int) -> Duration {
      let steps = failures - freeFailures
      guard steps > 0 else { return .zero }
      return min(longestWait, firstWait * (1 << min(steps - 1, 30)))
    }
  }

  private let clients: Mutex<FailureTable>
  private let names: Mutex<FailureTable>
  private let addresses: Mutex<FailureTable>
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes a throttle without failures.
  ///
  /// - Parameters:
  ///   - clients: The limits for one name from one address.
  ///   - names: The limits for one name.
  ///   - addresses: The limits for one address.
  ///   - count: How many pairs, names and addresses are remembered, of each. Beyond, those with the fewest
  ///     failures are forgotten.
  ///   - now: The time.
  public init(
    clients: Limits = .client, names: Limits = .name, addresses: Limits = .address,
    count: Int = 10_000,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.clients = Mutex(FailureTable(limits: clients, count: count))
    self.names = Mutex(FailureTable(limits: names, count: count))
    self.addresses = Mutex(FailureTable(limits: addresses, count: count))
    self.now = now
  }

  /// Begins an attempt, and counts it unless it must wait.
  ///
  /// - Parameters:
  ///   - name: The name, as it was typed.
  ///   - address: The address of the client, in text. An IPv6 address counts by its first 64 bits.
  /// - Returns: How long to wait; nil when the password may be checked.
  public func begin(name: String, address: String) -> Duration? {
    let now = now()
    let network = Self.network(address)
    if let wait = addresses.withLock({ $0.wait(of: network, now) }) { return wait }
    if let wait = names.withLock({ $0.wait(of: name, now) }) { return wait }
    if let wait = clients.withLock({ $0.begin(Self.client(name, network), now) }) { return wait }
    if let wait = names.withLock({ $0.begin(name, now) }) { return wait }
    return addresses.withLock { $0.begin(network, now) }
  }

  /// Ends an attempt with the right password.
  ///
  /// All failures of the name from this address are forgotten. Only this attempt of the address, and of
  /// the name, is: a guesser with an account could otherwise clear the address by signing in between
  /// guesses.
  public func succeeded(name: String, address: String) {
    let network = Self.network(address)
    clients.withLock { $0.forget(Self.client(name, network)) }
    names.withLock { $0.takeBack(name) }
    addresses.withLock { $0.takeBack(network) }
  }

  /// Ends an attempt whose password nobody looked at.
  public func cancelled(name: String, address: String) {
    let network = Self.network(address)
    clients.withLock { $0.takeBack(Self.client(name, network)) }
    names.withLock { $0.takeBack(name) }
    addresses.withLock { $0.takeBack(network) }
  }

  /// The number of pairs, names and addresses that are remembered.
  public var count: Int {
    clients.withLock(\.count) + names.withLock(\.count) + addresses.withLock(\.count)
  }

  private static func client(_ name: String, _ network: String) -> String { "\(network) \(name)" }

  static func network(_ address: String) -> String {
    let text = address.split(separator: "%", maxSplits: 1).first ?? ""
    guard text.contains(":"), !text.contains(".") else { return String(text) }
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let groups = halves.map { $0.split(separator: ":").map { UInt16($0, radix: 16) ?? 0 } }
    var first = groups.first ?? []
    if groups.count == 2 {
      first += Array(repeating: 0, count: max(0, 8 - first.count - groups[1].count)) + groups[1]
    }
    return first.prefix(4).map { String($0, radix: 16) }.joined(separator: ":") + "::"
  }
}

/// The failures of names or of addresses.
private struct FailureTable: Sendable {
  private struct Failures: Sendable {
    var number: Int
    var last: ContinuousClock.Instant
  }

  private let limits: Throttle.Limits
  private let maximum: Int
  private var failures: [SecretDigest: Failures] = [:]

  init(limits: Throttle.Limits, count: Int) {
    self.limits = limits
    maximum = max(1, count)
  }

  var count: Int { failures.count }

  func wait(of text: String, _ now: ContinuousClock.Instant) -> Duration? {
    guard let entry = failures[SecretDigest(text)], now - entry.last < limits.memory else {
      return nil
    }
    let rest = limits.wait(after: entry.number) - (now - entry.last)
    return rest > .zero ? rest : nil
  }

  mutating func begin(_ text: String, _ now: ContinuousClock.Instant) -> Duration? {
    if let wait = wait(of: text, now) { return wait }
    let key = SecretDigest(text)
    var entry = failures[key] ?? Failures(number: 0, last: now)
    if now - entry.last >= limits.memory { entry.number = 0 }
    if failures[key] == nil, failures.count >= maximum { makeRoom(now) }
    failures[key] = Failures(number: entry.number + 1, last: now)
    return nil
  }

  mutating func forget(_ text: String) { failures[SecretDigest(text)] = nil }

  mutating func takeBack(_ text: String) {
    let key = SecretDigest(text)
    guard let entry = failures[key] else { return }
    failures[key] =
      entry.number > 1 ? Failures(number: entry.number - 1, last: entry.last) : nil
  }

  /// Forgets what is too old, else a quarter of the entries, so that the work is rare.
  private mutating func makeRoom(_ now: ContinuousClock.Instant) {
    failures = failures.filter { now - $0.value.last < limits.memory }
    guard failures.count >= maximum else { return }
    let order = failures.sorted {
      ($0.value.number, $0.value.last) < ($1.value.number, $1.value.last)
    }
    for entry in order.prefix(max(1, maximum / 4)) { failures[entry.key] = nil }
  }
}
