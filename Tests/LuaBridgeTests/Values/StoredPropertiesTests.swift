import LuaBridge
import Testing

private struct Plain {
  var title: String
  let count: Int?
  private var hidden = [1.5]
  var computed: Int { 1 }

  init() {
    title = ""
    count = nil
  }
}

private struct Generic<Value> { var value: Value }
private struct Empty {}
private final class Object { var title = "" }

struct StoredPropertiesTests {
  @Test(arguments: [
    (Plain.self as Any.Type, "title: String, count: Optional<Int>, hidden: Array<Double>"),
    (Generic<[String]>.self, "value: Array<String>"),
    (Empty.self, ""), (Object.self, "none"), ((Int, Int).self, "none"), (Int?.self, "none"),
    ((() -> Void).self, "none"),
  ])
  func `the stored properties of a type are`(type: Any.Type, expected: String) {
    let properties = StoredProperties.all(of: type)
    let text = properties?.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    #expect((text ?? "none") == expected)
  }
}
