import ArgumentParser
import Foundation
import Logging
import LuaRules
@_spi(Simulation) import LuaRulesHTTP

/// Lets the sources of a fleet fetch from one store, in virtual time, and prints what the store sees
/// and how long a change takes.
@main
struct SimulateFleet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-fleet",
    abstract: "What a fleet asks of its store, and how fast a change reaches it, in virtual time."
  )

  @Option(help: "How many instances fetch the rules.")
  var instances = 1_000_000

  @Option(help: "The seconds between two questions of an instance.")
  var interval = 30.0

  @Option(help: "The part of each delay that is random, from 0 to 1.")
  var jitter = 0.1

  @Option(help: "The seconds within which all instances start.")
  var start = 1.0

  @Option(help: "The seconds that the store is down.")
  var outage = 3600.0

  @Option(help: "The longest delay of an instance whose questions fail, in seconds.")
  var maximumDelay = 600.0

  @Option(help: "The seconds that an answer takes.")
  var latency = 0.05

  @Option(help: "A rule folder whose bundle is stored, instead of one rule.")
  var rules: String?

  func validate() throws {
    guard instances > 0, instances <= 10_000_000 else {
      throw ValidationError("--instances is a number from 1 to 10000000")
    }
    let times = [
      ("interval", interval), ("outage", outage), ("latency", latency),
      ("maximum-delay", maximumDelay),
    ]
    for (name, value) in times {
      guard value >= 0.1 || name == "latency" && value > 0, value <= 100_000 else {
        throw ValidationError("--\(name) is not a usable number of seconds")
      }
    }
    guard (0...100_000).contains(start), (0...1).contains(jitter) else {
      throw ValidationError("--start is at least 0, --jitter a number from 0 to 1")
    }
  }

  func run() async throws {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let bundles = try (1...3).map { try bundle(revision: $0) }
    let clock = VirtualClock()
    let store = SimulatedStore(bundles[0], tag: "\"1\"", clock: clock, latency: latency)
    var options = HTTPRuleOptions()
    options.interval = .seconds(interval)
    options.jitter = jitter
    options.maximumDelay = .seconds(maximumDelay)
    let report = FleetReport(store, bundleSize: bundles[0].count)

    guard let address = URL(string: "https://rules.example/shop.rules") else { return }
    let fleet = Fleet(
      of: instances, within: start, options, at: address, store: store, clock: clock)
    report.title(instances: instances, interval: interval, jitter: jitter, start: start)

    let started = start + 1
    await clock.run(until: started)
    report.load("the start, the first second", 0, 1)
    await clock.run(until: started + interval)
    report.load("the first interval after it", started, started + interval)
    let steady = started + 4 * interval
    await clock.run(until: steady)
    report.load("three more", started + interval, steady)

    store.publish(bundles[1], tag: "\"2\"")
    let spread = steady + 2 * interval
    await clock.run(until: spread)
    report.load("a new revision", steady, spread)
    report.arrivals(after: steady, of: instances)

    store.setReachable(false)
    let middle = spread + outage / 2
    let down = spread + outage
    await clock.run(until: spread + interval)
    report.load("an outage: the first interval", spread, spread + interval)
    await clock.run(until: down)
    report.load("its second half", max(spread + interval, middle), down)

    store.publish(bundles[2], tag: "\"3\"")
    store.setReachable(true)
    let end = down + maximumDelay + interval
    await clock.run(until: end)
    report.load("a new revision after it", down, end)
    report.arrivals(after: down, of: instances)
    let reached = fleet.count(with: 3)
    print("instances that have the last revision: \(reached)")
    guard reached == instances else { throw ExitCode.failure }
  }

  private func bundle(revision: Int64) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    if let rules {
      return try RuleBundle(contentsOf: URL(fileURLWithPath: rules), revision: revision).bytes
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("return {{ key = 'title', value = '\(revision)' }}".utf8)
      .write(to: folder.appending(path: "shop.lua"))
    return try RuleBundle(contentsOf: folder, revision: revision).bytes
  }
}
