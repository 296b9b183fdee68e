public import LuaBridge

// What hosts need of the bridge, under the one `import LuaRules`.

/// A value that crosses the border between Swift and Lua by copy.
public typealias LuaValue = LuaBridge.LuaValue
/// A copied Lua table.
public typealias LuaTable = LuaBridge.LuaTable
/// A type that says itself what it is in Lua, and how it comes back.
public typealias LuaConvertible = LuaBridge.LuaConvertible
/// A type that hides the type of what is inside, and takes concrete values.
public typealias TypeErasingBox = LuaBridge.TypeErasingBox
/// What a Swift value becomes in Lua.
public typealias LuaRepresentation = LuaBridge.LuaRepresentation
/// A Lua value that is not what the Swift side asked for.
public typealias ConversionError = LuaBridge.ConversionError
/// Memory that Lua states share, with a limit for all together.
public typealias SharedMemoryLimit = LuaBridge.SharedMemoryLimit
/// The names and types of the members of records.
public typealias RecordLayout = LuaBridge.RecordLayout
/// An object whose members are known only while the program runs, such as a row of a table.
public typealias RuleRecord = LuaBridge.Record
/// A place for one value, of a type that is known there.
public typealias VacantPlace = LuaBridge.VacantPlace
