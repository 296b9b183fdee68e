import LuaBridge
import Testing

@testable import LuaRules

/// What is found of secrets without an evaluation around it.
struct SecretScanTests {
  @Test func `the values of secret keys are found, also below an alias`() {
    var values = ContextValues()
    values.set("open sesame", for: "password", isSecret: true)
    values.set("Buy beer", for: "title")
    var scan = SecretScan(values, schemas: [], known: SecretTexts())
    scan.noteValues()
    #expect(scan.texts.masking("open sesame, Buy beer") == "\(Redaction.text), Buy beer")
  }

  @Test func `an answer of a secret key is noted, another is not`() {
    var values = ContextValues()
    values.set("first secret", for: "token", isSecret: true)
    var scan = SecretScan(values, schemas: [], known: SecretTexts())
    scan.note("token") { .lua(.string("second secret")) }
    scan.note("title") { .lua(.string("no secret at all")) }
    #expect(scan.texts.masking("second secret") == Redaction.text)
    #expect(scan.texts.masking("no secret at all") == "no secret at all")
  }

  @Test func `known texts stay known`() {
    var texts = SecretTexts()
    texts.note(.string("read by a rule"))
    let scan = SecretScan(ContextValues(), schemas: [], known: texts)
    #expect(scan.texts.masking("read by a rule") == Redaction.text)
  }
}
