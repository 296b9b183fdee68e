import Crypto
import CryptoExtras
import Dispatch
import Synchronization

/// Derives keys from passwords, one at a time.
///
/// Derivations run on a queue of their own: each takes long and much memory, and would hold up the
/// threads that serve requests. Where too many wait already, the next one is refused.
public final class PasswordHasher: Sendable {
  /// What new hashes cost.
  public let cost: ScryptCost
  private let maximumWaiting: Int
  private let queue = DispatchQueue(label: "direct-to-web.passwords")
  private let waiting = Atomic<Int>(0)

  /// The bytes of UTF-8 that a password may have.
  public static let lengths = 8...1024

  /// Makes a hasher.
  ///
  /// - Parameters:
  ///   - cost: What new hashes cost.
  ///   - maximumWaiting: How many derivations may wait or run at once.
  public init(cost: ScryptCost = .standard, maximumWaiting: Int = 16) {
    self.cost = cost
    self.maximumWaiting = maximumWaiting
  }

  /// Makes a hash with a random salt.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidUser` for a password that is too short or too
  ///   long, `busy` where too many wait.
  public func hash(_ password: String) async throws -> PasswordHash {
    guard Self.lengths.contains(password.utf8.count) else {
      throw DirectToWebError(
        .invalidUser,
        "a password has \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) bytes of UTF-8")
    }
    let salt = RandomBytes.make(PasswordHash.saltSize)
    let key = try await derive(password, salt: salt, cost: cost)
    return PasswordHash(cost: cost, salt: salt, key: key)
  }

  /// Checks a password.
  ///
  /// Where there is no hash, because nobody has the name, a derivation is made all the same, and the
  /// answer is no: it takes as long as a wrong password. An empty or too long password is wrong without
  /// a derivation, whatever the name.
  ///
  /// - Parameters:
  ///   - password: The password, as it was typed.
  ///   - hash: The stored hash; nil for an unknown user.
  ///   - decoy: What the derivation for an unknown user costs; nil: what new hashes cost.
  /// - Returns: Whether the password is the one that the hash was made of.
  /// - Throws: ``DirectToWebError`` with code `busy` where too many wait.
  public func verify(
    _ password: String, against hash: PasswordHash?, decoy: ScryptCost? = nil
  ) async throws -> Bool {
    guard (1...Self.lengths.upperBound).contains(password.utf8.count) else { return false }
    let salt = hash?.salt ?? Array(repeating: 0, count: PasswordHash.saltSize)
    let key = try await derive(password, salt: salt, cost: hash?.cost ?? decoy ?? cost)
    return hash?.matches(key) ?? false
  }

  private func derive(_ password: String, salt: [UInt8], cost: ScryptCost) async throws -> [UInt8] {
    let count = waiting.wrappingAdd(1, ordering: .relaxed).newValue
    defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
    guard count <= maximumWaiting else {
      throw DirectToWebError(.busy, "too many passwords wait to be checked")
    }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result {
            try KDF.Scrypt.deriveKey(
              from: Array(password.utf8), salt: salt, outputByteCount: PasswordHash.keySize,
              rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism
            ).bytes
          })
      }
    }
  }
}

extension SymmetricKey {
  fileprivate var bytes: [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }
  }
}
