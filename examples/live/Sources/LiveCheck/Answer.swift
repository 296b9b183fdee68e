import Foundation

/// What one response says of the rules that made it.
struct Answer {
  let generation: Int
  let release: Release

  /// The ways to ask.
  static let paths = ["/", "/flags", "/why?key=title", "/?user=ada", "/flags?user=kiri"]

  /// Asks, and reads the response.
  ///
  /// - Throws: ``Failure`` when parts of the response come from different rules.
  init(_ service: Service, _ path: String) async throws {
    let text = try await service.text(path)
    let isPage = path.hasPrefix("/?") || path == "/"
    let generation = text.firstMatch(
      of: isPage ? #/name="generation" content="(\d+)"/# : #/"generation":(\d+)/#)
    // Title, heading, footer; or the one value that has it.
    let numbers = text.matches(of: #/\br(\d+)\b/#).compactMap { Int($0.1) }
    guard let generation = generation.flatMap({ Int($0.1) }), let number = numbers.first,
      numbers.count == (isPage ? 3 : 1), numbers.allSatisfy({ $0 == number })
    else { throw Failure("\(path) mixes, or lacks, releases:\n\(text)") }
    self.generation = generation
    release = Release(number)
    if isPage {
      try check(
        text.contains("color: \(release.color)\""), "\(path) has another's color:\n\(text)")
    }
  }
}

/// What all responses said: a generation stands for one release.
actor Ledger {
  private(set) var count = 0
  private(set) var isFinished = false
  private var releases: [Int: Release] = [:]

  var generationCount: Int { releases.count }

  /// Notes a response.
  ///
  /// - Throws: ``Failure`` when the generation was seen with another release.
  func note(_ answer: Answer) throws {
    count += 1
    let known = releases[answer.generation] ?? answer.release
    try check(
      known == answer.release,
      "generation \(answer.generation) is \(known.name) and \(answer.release.name)")
    releases[answer.generation] = answer.release
  }

  func finish() {
    isFinished = true
  }
}
