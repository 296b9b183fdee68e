// Values on their way between Swift and Lua, and what went wrong on it.

#ifndef LRS_VALUES_H
#define LRS_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Values

/// What an `LRSValue` holds.
typedef enum __attribute__((enum_extensibility(closed))) LRSKind {
  LRSKindNil = 0,
  LRSKindNull,
  LRSKindBoolean,   // integer: 0 or 1
  LRSKindInteger,   // integer
  LRSKindNumber,    // number
  LRSKindString,    // bytes, length
  LRSKindView,      // handle; into Lua also shape and identity
  LRSKindTable,     // integer: positions that follow; length: name-value pairs after them
  LRSKindFunction,  // handle: position among the state's functions, 0 when it was not kept
} LRSKind;

/// How a view behaves in Lua.
typedef enum __attribute__((enum_extensibility(closed))) LRSShape {
  LRSShapeContext = 0,
  LRSShapeList,
  LRSShapeDictionary,
  LRSShapeMembers,
  LRSShapeOpaque,
  LRSShapeFunction, // shows no members either, and is called
} LRSShape;

/// One scalar, or one token of a flattened table.
///
/// A table is flattened in pre-order: its token, its positions in order, then
/// for each name in byte order a string token and the value. `bytes` belongs to
/// Lua and lives until the next call into the state.
typedef struct __attribute__((swift_attr("@safe"))) LRSValue {
  LRSKind kind;
  uint32_t handle;
  LRSShape shape;
  int64_t integer;
  double number;
  const char *_Nullable bytes;
  size_t length;
  uint64_t identity;
  /// Views: what members of one name have in common; 0: nothing. See `hint`.
  uint32_t family;
  /// Names: what Swift said about the name in this family when it was read first; 0: nothing.
  /// Results: what to say the next time.
  uint32_t hint;
} LRSValue;

/// A list of tokens that belongs to the state, until the next call into it.
typedef struct __attribute__((swift_attr("@safe"))) LRSTokens {
  const LRSValue *_Nullable first;
  size_t count;
} LRSTokens;

// MARK: Errors

/// Why a call failed; decided by the host's own flags, never by a message.
typedef enum __attribute__((enum_extensibility(closed))) LRSFailure {
  LRSFailureNone = 0,
  LRSFailureRuntime,          // the rule file's own error; message
  LRSFailureSyntax,           // message
  LRSFailureHost,             // a callback stored the error on the Swift side
  LRSFailureFrozen,           // message: what was written to
  LRSFailureUndefinedGlobal,  // message: the name
  LRSFailureUndefinedField,   // message: library.name
  LRSFailureUnknownHost,      // message: the name
  LRSFailureHostWhileLoading, // message: the name
  LRSFailureUnordered,        // `pairs` over keys without an order; message: type of the key
  LRSFailureConversion,       // a table that has no copy; message: the reason
  LRSFailureStaleView,
  LRSFailureDepth,            // too many calls inside one another, or too little C stack
  LRSFailureInstructions,
  LRSFailureTime,
  LRSFailureMemory,
  LRSFailureSharedMemory, // the states that share their memory hold too much together
  LRSFailureValueNodes, // a value on its way out of Lua has too many parts
  LRSFailureValueBytes, // its strings are too long together
  LRSFailureValueDepth, // its tables are nested too deeply
} LRSFailure;

/// The error of the last call that failed.
typedef struct __attribute__((swift_attr("@safe"))) LRSError {
  LRSFailure failure;
  /// The chunk and the line in it where the code was; 0 where that is unknown.
  int32_t chunk;
  int32_t line;
  /// Belongs to the state, until the next call into it.
  const char *_Nullable message;
  size_t messageLength;
  const char *_Nullable traceback;
  size_t tracebackLength;
  /// The instructions that the call took, with all that it caused.
  int64_t spent;
} LRSError;

#endif
