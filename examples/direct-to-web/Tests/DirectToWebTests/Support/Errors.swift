import Synchronization

@testable import DirectToWeb

/// Whether a closure throws an error of ours with a certain code.
func throwsCode(_ code: DirectToWebError.Code, _ body: () throws -> Void) -> Bool {
  do { try body() } catch { return (error as? DirectToWebError)?.code == code }
  return false
}

/// Whether a closure throws an error of ours with a certain code.
func throwsCode(_ code: DirectToWebError.Code, _ body: () async throws -> Void) async -> Bool {
  do { try await body() } catch { return (error as? DirectToWebError)?.code == code }
  return false
}

/// A result that one thread leaves for another.
final class Box<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, any Error>?>(nil)

  func set(_ result: Result<Value, any Error>) { value.withLock { $0 = result } }

  func get() throws -> Value {
    guard let result = value.withLock({ $0 }) else {
      throw DirectToWebError(.invalidQuery, "nothing was left")
    }
    return try result.get()
  }
}
