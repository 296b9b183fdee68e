import Testing

@testable import DirectToWeb

@Suite struct PasswordHashTests {
  @Test func `the right password is found, another is not`() async throws {
    let hasher = try PasswordHasher.cheap
    let hash = try await hasher.hash("correct horse")
    #expect(try await hasher.verify("correct horse", against: hash))
    for wrong in ["correct hors", "correct horse ", "Correct horse", "", " "] {
      #expect(try await !hasher.verify(wrong, against: hash), "\(wrong)")
    }
    #expect(try await hasher.hash("correct horse") != hash)
  }

  @Test func `a hash survives its text`() async throws {
    let hasher = try PasswordHasher.cheap
    let hash = try await hasher.hash("correct horse")
    #expect(hash.text.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
    let read = try #require(PasswordHash(text: hash.text))
    #expect(read == hash)
    #expect(try await hasher.verify("correct horse", against: read))
  }

  @Test func `Python derives the same key`() async throws {
    let hash = try await PasswordHasher.cheap.hash("pässword 1")
    let program = """
      import sys, base64, hashlib
      _, name, cost, salt, key = sys.stdin.read().split("$")
      decode = lambda text: base64.b64decode(text + "=" * (-len(text) % 4))
      made = hashlib.scrypt("p\\u00e4ssword 1".encode(), salt=decode(salt), n=16, r=8, p=1, dklen=32)
      print(made == decode(key))
      """
    #expect(try Python.run(program, input: Array(hash.text.utf8)) == "True")
  }

  @Test func `the standard cost is the recommended one, and works`() async throws {
    let cost = ScryptCost.standard
    #expect((cost.logRounds, cost.blockSize, cost.parallelism) == (17, 8, 1))
    #expect(cost.memory == 128 << 20)
    #expect(ScryptCost(logRounds: 17, blockSize: 8, parallelism: 1) == cost)
    let hasher = PasswordHasher()
    let hash = try await hasher.hash("correct horse")
    #expect(try await hasher.verify("correct horse", against: hash))
  }

  @Test(arguments: [
    "", "secret", "$scrypt$ln=4,r=8,p=1$", "$argon2id$ln=4,r=8,p=1$SALT$KEY",
    "x$scrypt$ln=4,r=8,p=1$SALT$KEY", "$scrypt$ln=4,r=8,p=1$SALT$KEY$", "$scrypt$ln=4,r=8$SALT$KEY",
    "$scrypt$r=8,ln=4,p=1$SALT$KEY", "$scrypt$ln=4,r=8,p=1,q=1$SALT$KEY",
    "$scrypt$ln=4,r=8,p=1$$KEY", "$scrypt$ln=4,r=8,p=1$SALT$", "$scrypt$ln=4,r=8,p=1$SALT$QUJD",
    "$scrypt$ln=4,r=8,p=1$SALT=$KEY", "$scrypt$ln=4,r=8,p=1$S*LT$KEY",
    "$scrypt$ln=4,r=8,p=1$QUJD$KEY",
    // Above the limits of memory and time, or not defined.
    "$scrypt$ln=19,r=8,p=1$SALT$KEY", "$scrypt$ln=63,r=8,p=1$SALT$KEY",
    "$scrypt$ln=18,r=8,p=4$SALT$KEY", "$scrypt$ln=4,r=17,p=1$SALT$KEY",
    "$scrypt$ln=4,r=8,p=5$SALT$KEY", "$scrypt$ln=0,r=8,p=1$SALT$KEY",
    "$scrypt$ln=4,r=0,p=1$SALT$KEY",
    "$scrypt$ln=4,r=8,p=0$SALT$KEY", "$scrypt$ln=16,r=1,p=1$SALT$KEY",
    "$scrypt$ln=99999999999999999999,r=8,p=1$SALT$KEY", "$scrypt$ln=-4,r=8,p=1$SALT$KEY",
  ])
  func `a text of another form is no hash`(_ form: String) {
    #expect(PasswordHash(text: Self.filled("$scrypt$ln=4,r=8,p=1$SALT$KEY")) != nil)
    #expect(PasswordHash(text: Self.filled(form)) == nil)
  }

  private static func filled(_ form: String) -> String {
    form.replacing("SALT", with: "AAAAAAAAAAAAAAAAAAAAAA")
      .replacing("KEY", with: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
  }

  @Test(arguments: [(7, false), (8, true), (1024, true), (1025, false)])
  func `passwords have a length`(_ length: Int, _ isGood: Bool) async throws {
    let hasher = try PasswordHasher.cheap
    let password = String(repeating: "x", count: length)
    if isGood {
      let hash = try await hasher.hash(password)
      #expect(try await hasher.verify(password, against: hash))
    } else {
      #expect(await throwsCode(.invalidUser) { _ = try await hasher.hash(password) })
    }
  }

  @Test func `nobody's password is never right`() async throws {
    #expect(try await !PasswordHasher.cheap.verify("correct horse", against: nil))
  }

  @Test func `an unknown user costs as much as a wrong password`() async throws {
    let cost = try #require(ScryptCost(logRounds: 14, blockSize: 8, parallelism: 1))
    let hasher = PasswordHasher(cost: cost)
    let hash = try await hasher.hash("correct horse")
    func duration(_ hash: PasswordHash?) async throws -> Duration {
      let begin = ContinuousClock.now
      _ = try await hasher.verify("wrong horse", against: hash)
      return ContinuousClock.now - begin
    }
    var unknown: [Duration] = []
    var wrong: [Duration] = []
    for _ in 0..<10 {
      unknown.append(try await duration(nil))
      wrong.append(try await duration(hash))
    }
    let ratio = (unknown.min() ?? .zero) / (wrong.min() ?? .zero)
    // Without the work it would be a thousandth; a busy machine changes it by a few times.
    #expect(ratio > 0.05 && ratio < 20)
  }

  @Test func `where too many wait, the next is refused`() async throws {
    let cost = try #require(ScryptCost(logRounds: 12, blockSize: 8, parallelism: 1))
    let hasher = PasswordHasher(cost: cost, maximumWaiting: 2)
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { await throwsCode(.busy) { _ = try await hasher.hash("correct horse") } }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(outcomes.contains(true) && outcomes.contains(false))
    _ = try await hasher.hash("correct horse")
  }
}

extension PasswordHasher {
  /// A hasher that costs next to nothing.
  static var cheap: PasswordHasher {
    get throws {
      let cost = try #require(ScryptCost(logRounds: 4, blockSize: 8, parallelism: 1))
      return PasswordHasher(cost: cost)
    }
  }
}
