// Values that pass between Swift and Lua, and errors.

#ifndef LRS_VALUES_H
#define LRS_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Values

/// The kind of an `LRSValue`.
typedef enum __attribute__((enum_extensibility(closed))) LRSKind {
  LRSKindNil = 0,
  LRSKindNull,
  LRSKindBoolean,   // integer: 0 or 1
  LRSKindInteger,   // integer
  LRSKindNumber,    // number
  LRSKindString,    // bytes, length
  LRSKindView,      // handle; into Lua also shape and identity
  LRSKindTable,     // integer: number of positional values that follow; length: number of name-value pairs after them
  LRSKindCondition, // of a pattern. handle: the number of its constructor; integer: number of arguments that follow
  LRSKindFunction,  // handle: number of the function, 0 if it has none
} LRSKind;

/// The name of a constructor of conditions.
const char *_Nonnull lrs_conditionName(uint32_t number);

/// Returns whether a text contains a match of a pattern: 1, 0, or -1 when `steps` are used up.
///
/// Exists because Lua's own functions need a state. A pattern that is malformed or very long matches nothing.
int lrs_matchesPattern(
    const char *_Nonnull subject, size_t length, const char *_Nonnull pattern, size_t patternLength,
    int64_t *_Nonnull steps);

/// How a view behaves in Lua.
typedef enum __attribute__((enum_extensibility(closed))) LRSShape {
  LRSShapeContext = 0,
  LRSShapeList,
  LRSShapeDictionary,
  LRSShapeMembers,
  LRSShapeOpaque,
  LRSShapeFunction, // shows no members, but can be called
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
  /// Views: a number for views whose members have the same hints; 0: none. See `hint`.
  uint32_t family;
  /// Names: the hint that Swift gave for the name in this family at the first read; 0: none.
  /// Results: the hint for the next read.
  uint32_t hint;
} LRSValue;

/// A list of tokens in memory of the state, valid until the next call into it.
typedef struct __attribute__((swift_attr("@safe"))) LRSTokens {
  const LRSValue *_Nullable first;
  size_t count;
} LRSTokens;

// MARK: Errors

/// The reason of a failed call; taken from the host's own flags, never from a message.
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
  LRSFailureConversion,       // a table that cannot be copied; message: the reason
  LRSFailureStaleView,
  LRSFailureDepth,            // too many nested calls, or too little C stack
  LRSFailureInstructions,
  LRSFailureTime,
  LRSFailureMemory,
  LRSFailureSharedMemory, // the memory of all states that share it is used up
  LRSFailureValueNodes, // a value that leaves Lua has too many parts
  LRSFailureValueBytes, // its strings are too long together
  LRSFailureValueDepth, // its tables are nested too deeply
} LRSFailure;

/// The error of the last failed call.
typedef struct __attribute__((swift_attr("@safe"))) LRSError {
  LRSFailure failure;
  /// The chunk and the line of the failing code; 0 if unknown.
  int32_t chunk;
  int32_t line;
  /// Memory of the state, valid until the next call into it.
  const char *_Nullable message;
  size_t messageLength;
  const char *_Nullable traceback;
  size_t tracebackLength;
  /// The compiled form of the function that failed, if it tells which expression was `nil`.
  const char *_Nullable code;
  size_t codeLength;
  /// The instructions that the call used, nested calls included.
  int64_t spent;
} LRSError;

#endif
