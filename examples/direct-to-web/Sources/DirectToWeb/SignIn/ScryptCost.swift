/// What one derivation by scrypt costs.
public struct ScryptCost: Hashable, Sendable {
  /// The base-2 logarithm of the number of rounds, called *ln* in stored texts.
  public let logRounds: Int
  /// The size of a block in units of 128 bytes, called *r*.
  public let blockSize: Int
  /// The number of independent computations, called *p*.
  public let parallelism: Int

  /// The cost for passwords: 128 MiB of memory, and some tenths of a second.
  ///
  /// SOURCE: OWASP Password Storage Cheat Sheet, scrypt: N = 2^17, r = 8, p = 1.
  public static let standard = ScryptCost(unchecked: 17, 8, 1)

  /// Makes a cost; returns nil for one that is above the limits: 256 MiB of memory, four times the
  /// work of ``standard``, blocks of 16.
  ///
  /// The limits keep a stored text from taking all memory and time of the server.
  public init?(logRounds: Int, blockSize: Int, parallelism: Int) {
    guard (1...20).contains(logRounds), (1...16).contains(blockSize), (1...4).contains(parallelism)
    else { return nil }
    let cost = ScryptCost(unchecked: logRounds, blockSize, parallelism)
    // SOURCE: RFC 7914, section 2: N must be less than 2^(128 * r / 8).
    guard cost.memory <= 256 << 20, cost.memory * parallelism <= 512 << 20,
      logRounds < 16 * blockSize
    else { return nil }
    self = cost
  }

  /// The memory that a derivation takes, in bytes.
  public var memory: Int { 128 * blockSize << logRounds }

  var rounds: Int { 1 << logRounds }

  private init(unchecked logRounds: Int, _ blockSize: Int, _ parallelism: Int) {
    self.logRounds = logRounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }
}
