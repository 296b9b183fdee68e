@_spi(Simulation) import LuaRulesHTTP
import Synchronization

/// A web server with one bundle, in virtual time.
final class SimulatedStore: BundleTransport {
  /// What the store was asked, by the second.
  struct Load {
    var requests: [Int] = []
    var bundles: [Int] = []

    /// Notes one event in a list.
    static func count(_ list: inout [Int], _ second: Double) {
      while list.count <= Int(second) { list.append(0) }
      list[Int(second)] += 1
    }
  }

  struct Unreachable: Error {}

  private struct State {
    var bundle: [UInt8]
    var tag: String
    var isReachable = true
    var load = Load()
    /// When each of the instances got the present bundle.
    var arrivals: [Double] = []
  }

  private let clock: VirtualClock
  private let latency: Double
  private let state: Mutex<State>

  init(_ bundle: [UInt8], tag: String, clock: VirtualClock, latency: Double) {
    self.clock = clock
    self.latency = latency
    state = Mutex(State(bundle: bundle, tag: tag))
  }

  var load: Load { state.withLock { $0.load } }
  var arrivals: [Double] { state.withLock { $0.arrivals } }

  func publish(_ bundle: [UInt8], tag: String) {
    state.withLock { state in
      (state.bundle, state.tag, state.arrivals) = (bundle, tag, [])
    }
  }

  func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

  func response(to request: BundleRequest) async throws -> BundleResponse {
    let second = clock.now
    let isReachable = state.withLock { state in
      Load.count(&state.load.requests, second)
      return state.isReachable
    }
    await clock.wait(latency)
    guard isReachable else { throw Unreachable() }
    let (bundle, tag) = state.withLock { ($0.bundle, $0.tag) }
    guard request.headers["If-None-Match"] != tag else {
      return BundleResponse(status: 304, headers: [("ETag", tag)]) { _ in [] }
    }
    let arrival = clock.now
    state.withLock { state in
      Load.count(&state.load.bundles, arrival)
      state.arrivals.append(arrival)
    }
    return BundleResponse(status: 200, headers: [("ETag", tag)]) { _ in bundle }
  }
}
