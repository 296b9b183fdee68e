import Testing

@testable import LuaBridge

// What layouts assume of the runtime and of optionals. If a line fails here, rules still give the same answers; Swift code reads the values.
struct RuntimeFormTests {
  @Test func `the runtime tells the offsets of stored properties`() {
    #expect(RuntimeForm.areOffsetsRight)
  }

  @Test func `the runtime tells the names of cases`() {
    #expect(RuntimeForm.areCaseNamesRight)
  }

  @Test func `the runtime tells which values must not be moved`() {
    #expect(RuntimeForm.areMovesRight)
  }

  @Test func `C code tells nil from a value`() {
    #expect(RuntimeForm.areOptionalsRight)
  }
}
