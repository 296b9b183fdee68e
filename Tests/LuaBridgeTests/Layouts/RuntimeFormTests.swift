import Testing

@testable import LuaBridge

// What layouts assume of the runtime and of optionals. If a line fails here, rules still give the same answers; Swift code reads the values.
struct RuntimeFormTests {
  @Test func `the runtime knows the offsets of stored properties`() {
    #expect(RuntimeForm.areOffsetsRight)
  }

  @Test func `the runtime knows the names of cases`() {
    #expect(RuntimeForm.areCaseNamesRight)
  }

  @Test func `the runtime knows which values must not be moved`() {
    #expect(RuntimeForm.areMovesRight)
  }

  @Test func `C code can tell nil and a value apart`() {
    #expect(RuntimeForm.areOptionalsRight)
  }
}
