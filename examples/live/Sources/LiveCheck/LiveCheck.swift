import Foundation

/// Drives the service over HTTP while its rules are edited.
@main
struct LiveCheck {
  private static let releases = 1...40
  private static let clients = 8
  /// How many requests a client makes at most.
  private static let mostRequests = 5000
  /// How long anything may take to show.
  private static let patience = Duration.seconds(60)

  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      print("usage: LiveCheck program rules")
      exit(64)
    }
    do {
      let folder = try RuleFolder(copyOf: arguments[2])
      let service = try Service(arguments[1], rules: folder.url)
      defer { _ = service.stop() }
      try await answers(service)
      try await refuses(service, folder)
      try await loads(service, folder)
      let status = service.stop()
      try check(status == 0, "the service ended with status \(status)")
    } catch {
      print("examples/live: \(error)")
      exit(1)
    }
  }

  /// What the README promises, with the rules as they are.
  private static func answers(_ service: Service) async throws {
    let page = try await service.text("/?user=%3Cb%3E%22x%22")
    try check(page.contains("<h1 style=\"color: teal\">Shop 1.0</h1>"), page)
    try check(!page.contains("id=\"admin\""), page)
    let staff = try await service.text("/", as: "ada")
    try check(staff.contains("id=\"admin\"") && staff.contains("Shop 1.0 for ada"), staff)
    let flags = try await service.text("/flags?user=kiri")
    try check(
      flags == #"{"checkout":"express","generation":1,"newSearch":true,"release":"1.0"}"#, flags)
    let why = try await service.text("/why?key=title&user=kiri")
    try check(
      why == """
        {"generation":1,"key":"title","place":"rules/page.lua:7","rule":"a title by name",\
        "source":"rule","value":"Shop 1.0 for kiri"}

        """, why)
    _ = try await service.get("/why?key=titel", expecting: 404)
    _ = try await service.get("/why", expecting: 400)
  }

  /// Edits rules so that a test beside them fails, and then the test.
  private static func refuses(_ service: Service, _ folder: RuleFolder) async throws {
    let classic = try await service.text("/flags")
    try folder.edit("flags.lua", "{ value = \"classic\" }", to: "{ value = \"express\" }")
    for _ in 0..<100 {
      let flags = try await service.text("/flags")
      try check(flags == classic, "the gate let rules pass whose tests fail: \(flags)")
      try await Task.sleep(for: .milliseconds(2))
    }
    try folder.edit("flags.test.lua", "checkout = \"classic\"", to: "checkout = \"express\"")
    let end = ContinuousClock.now + patience
    while try await !service.text("/flags").contains("\"checkout\":\"express\"") {
      try check(ContinuousClock.now < end, "rules whose tests pass are never served")
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Edits, breaks and mends the rules while clients ask.
  private static func loads(_ service: Service, _ folder: RuleFolder) async throws {
    let ledger = Ledger()
    try folder.write(Release(0), inPlace: false)
    try await wait(for: Release(0), service)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<clients {
        group.addTask { try await ask(service, ledger, startingAt: client) }
      }
      group.addTask {
        for number in releases { try await edit(service, folder, Release(number)) }
        await ledger.finish()
      }
      // The first failure ends them all.
      try await group.waitForAll()
    }
    let (count, generations) = (await ledger.count, await ledger.generationCount)
    // A short-lived generation may pass unseen.
    try check(generations > releases.count / 2, "only \(generations) generations were seen")
    print(
      "examples/live: \(count) responses from \(generations) generations; none failed, none mixed")
  }

  /// Asks in every way, over and over, until all edits are done.
  private static func ask(_ service: Service, _ ledger: Ledger, startingAt first: Int) async throws
  {
    var generation = 0
    for number in 0..<mostRequests {
      let path = Answer.paths[(first + number) % Answer.paths.count]
      let answer = try await Answer(service, path)
      try check(
        answer.generation >= generation,
        "generation \(answer.generation) came after \(generation)")
      generation = answer.generation
      try await ledger.note(answer)
      if await ledger.isFinished { return }
    }
  }

  /// Serves a release; every fourth is followed by rules that do not load.
  private static func edit(
    _ service: Service, _ folder: RuleFolder, _ release: Release
  ) async throws {
    try folder.write(release, inPlace: release.number % 2 == 0)
    try await wait(for: release, service)
    guard release.number % 4 == 0 else { return }
    try folder.breakPage()
    for path in Answer.paths {
      let answer = try await Answer(service, path)
      try check(answer.release == release, "\(answer.release.name) came back")
    }
    try folder.mendPage()
  }

  /// Waits until a release is served.
  private static func wait(for release: Release, _ service: Service) async throws {
    let end = ContinuousClock.now + patience
    while try await !service.text("/flags").contains("\"\(release.name)\"") {
      try check(ContinuousClock.now < end, "\(release.name) is never served")
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
