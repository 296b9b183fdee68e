import Testing

@testable import LuaBridge

// What layouts assume of the runtime and of optionals. If a line fails here, programs still answer, by Swift code.
struct RuntimeFormTests {
  @Test func `the runtime tells the offsets of stored properties`() {
    #expect(RuntimeForm.areOffsetsRight)
  }

  @Test func `the runtime tells the names of cases`() {
    #expect(RuntimeForm.areCaseNamesRight)
  }

  @Test func `C code tells nil from a value`() {
    #expect(RuntimeForm.areOptionalsRight)
  }
}
