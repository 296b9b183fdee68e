public import LuaBridge

// The types of the bridge that hosts need, under the one `import LuaRules`. The rest of the bridge is
// visible inside the package only.

/// A value that crosses the border between Swift and Lua by copy.
public typealias LuaValue = LuaBridge.LuaValue
/// A copied Lua table.
public typealias LuaTable = LuaBridge.LuaTable
/// A type that defines its own Lua form and how it is created from Lua.
public typealias LuaConvertible = LuaBridge.LuaConvertible
/// A box that hides the type of its content and can be created from concrete
/// values.
public typealias TypeErasingBox = LuaBridge.TypeErasingBox
/// The Lua form of a Swift value.
public typealias LuaRepresentation = LuaBridge.LuaRepresentation
/// A Lua value that the Swift side cannot convert to the expected type.
public typealias ConversionError = LuaBridge.ConversionError
/// Memory that several Lua states share, with one limit for all of them.
public typealias SharedMemoryLimit = LuaBridge.SharedMemoryLimit
/// The names and types of the members of records.
public typealias RecordLayout = LuaBridge.RecordLayout
/// An object whose members are known only while the program runs, such as a row of a table.
public typealias RuleRecord = LuaBridge.Record
