// Loading: compiling, running and sealing files, and looking at the functions they gave.

#ifndef LRS_LOADING_H
#define LRS_LOADING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "states.h"

// MARK: Loading

/// Puts a host function of this name into the global table `host`.
bool lrs_defineHost(LRSState *_Nonnull state, const char *_Nonnull name, size_t length, uint32_t function);

/// Gives the files of a scope a table `host` of their own, still empty.
///
/// Scopes are numbered from 1. A file of scope 0 has what the host defined.
bool lrs_restrictHost(LRSState *_Nonnull state, uint32_t scope);

/// Puts a function that is in `host` into the scope's own table, too, if there is such a function.
bool lrs_allowHost(LRSState *_Nonnull state, uint32_t scope, const char *_Nonnull name, size_t length);

/// Compiles text, never bytecode, as the chunk of this number with an environment of its own.
bool lrs_compile(LRSState *_Nonnull state, int32_t chunk, uint32_t scope, const char *_Nonnull text, size_t length);

/// Writes the compiled form of the chunk compiled last to memory of the state; false when memory is short.
bool lrs_dumpChunk(LRSState *_Nonnull state, const char *_Nullable *_Nonnull bytes, size_t *_Nonnull length);

/// Writes the compiled form of a kept function; false for a C function or when memory is short.
bool lrs_dumpFunction(LRSState *_Nonnull state, uint32_t function, bool isStripped, const char *_Nullable *_Nonnull bytes, size_t *_Nonnull length);

/// Runs the chunk compiled last and keeps its first result in a slot.
///
/// `resultCount` is the number of values it returned. Slots count from 1.
bool lrs_run(LRSState *_Nonnull state, int32_t *_Nonnull slot, int32_t *_Nonnull resultCount);

/// Flattens what a slot holds; functions in it are kept and numbered from 1.
bool lrs_flattenSlot(LRSState *_Nonnull state, int32_t slot, LRSTokens *_Nonnull tokens);

/// Puts the functions of the table in a slot into `host`, where they stand in for the host's.
bool lrs_standIn(LRSState *_Nonnull state, int32_t slot);

/// What a kept function is.
typedef struct LRSFunctionInfo {
  /// The number of the host function that it is, or -1.
  int64_t host;
  /// Whether it stands in for a host function.
  bool isHostStub;
  /// Whether it is compiled from Lua; if not, it is a function of a library.
  bool isLua;
  int32_t chunk;
  int32_t line;
} LRSFunctionInfo;

/// How many functions are kept, which is the greatest number of one.
uint32_t lrs_functionCount(const LRSState *_Nonnull state);

/// Describes a kept function.
LRSFunctionInfo lrs_functionInfo(LRSState *_Nonnull state, uint32_t function);

/// Keeps every function that rule code can reach, the ones kept so far included.
///
/// `count` is how many there are now; numbers that were given stay.
bool lrs_keepReachable(LRSState *_Nonnull state, uint32_t *_Nonnull count);

/// Makes calls of a kept function fail, because it writes to a local of its file.
bool lrs_forbid(LRSState *_Nonnull state, uint32_t function, const char *_Nonnull variable);

/// Freezes everything that kept functions can reach: tables, globals, modules.
bool lrs_freeze(LRSState *_Nonnull state);

// MARK: What surrounds a function

/// What an upvalue or a field holds.
typedef enum __attribute__((enum_extensibility(closed))) LRSOutsideKind {
  LRSOutsideUnknown = 0, // nothing to rely on, such as a function of a library
  LRSOutsideScalar,      // value
  LRSOutsideFunction,    // number: among the kept functions
  LRSOutsideTable,       // number: among the tables that were met so far
} LRSOutsideKind;

/// What an upvalue or a field holds; `value` lives until the next call into the state.
typedef struct __attribute__((swift_attr("@safe"))) LRSOutside {
  LRSOutsideKind kind;
  uint32_t number;
  LRSValue value;
} LRSOutside;

/// Tells what an upvalue of a kept function holds, counted from 1; functions it meets are kept.
bool lrs_outsideUpvalue(LRSState *_Nonnull state, uint32_t function, int32_t upvalue, LRSOutside *_Nonnull result);

/// Tells what a field of a numbered table holds, without running any code.
bool lrs_outsideField(LRSState *_Nonnull state, uint32_t table, const LRSValue *_Nonnull key, LRSOutside *_Nonnull result);

/// Lists the keys of a numbered table, each followed by its value; false where some are no scalars, or they are many.
bool lrs_outsideScalars(LRSState *_Nonnull state, uint32_t table, LRSTokens *_Nonnull tokens);

/// Lets go of the tables that were numbered.
void lrs_forgetOutside(LRSState *_Nonnull state);

#endif
