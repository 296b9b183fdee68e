// Loading: compiles, runs and freezes files, and examines their functions.

#ifndef LRS_LOADING_H
#define LRS_LOADING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "states.h"

// MARK: Loading

/// Puts a host function with this name into the global table `host`.
bool lrs_defineHost(LRSState *_Nonnull state, const char *_Nonnull name, size_t length, uint32_t function);

/// Gives the files of a scope their own table `host`, at first empty.
///
/// Scopes are numbered from 1. Files of scope 0 see all host functions.
bool lrs_restrictHost(LRSState *_Nonnull state, uint32_t scope);

/// Copies a function from `host` into the scope's own table, if there is such a function.
bool lrs_allowHost(LRSState *_Nonnull state, uint32_t scope, const char *_Nonnull name, size_t length);

/// Compiles text, never bytecode, as the chunk with this number, in its own environment.
bool lrs_compile(LRSState *_Nonnull state, int32_t chunk, uint32_t scope, const char *_Nonnull text, size_t length);

/// Writes the bytecode of the last compiled chunk to memory of the state; false when memory is short.
bool lrs_dumpChunk(LRSState *_Nonnull state, bool isStripped, const char *_Nullable *_Nonnull bytes, size_t *_Nonnull length);

/// Writes the bytecode of a numbered function; false for a C function or when memory is short.
bool lrs_dumpFunction(LRSState *_Nonnull state, uint32_t function, bool isStripped, const char *_Nullable *_Nonnull bytes, size_t *_Nonnull length);

/// Runs the last compiled chunk and stores its first result in a slot.
///
/// `resultCount` is the number of values it returned. Slots count from 1. If tables are watched, `lrs_flattenSlot` tells
/// where those that are made now were made; each instruction takes several times as long.
bool lrs_run(LRSState *_Nonnull state, bool watchesTables, int32_t *_Nonnull slot, int32_t *_Nonnull resultCount);

/// Keeps the module in a slot, although no file refers to it yet.
bool lrs_keepModule(LRSState *_Nonnull state, int32_t slot);

/// Flattens the content of a slot; its functions are numbered from 1 and stay in the state.
///
/// The token of a table tells where it was made: `family` is the chunk and `hint` the line of the code that made it,
/// `handle` the chunk and the lower half of `identity` the line of the outermost code that was running, the upper half
/// the line of the function with the code that made it. Lines are 0 if they are not known.
bool lrs_flattenSlot(LRSState *_Nonnull state, int32_t slot, LRSTokens *_Nonnull tokens);

/// Puts the functions of the table in a slot into `host` as host stubs.
bool lrs_useHostStubs(LRSState *_Nonnull state, int32_t slot);

/// The properties of a numbered function.
typedef struct LRSFunctionInfo {
  /// The number of the host function; -1 for any other function.
  int64_t host;
  /// Whether it is a host stub.
  bool isHostStub;
  /// Whether it is compiled from Lua; if not, it is a library function.
  bool isLua;
  int32_t chunk;
  int32_t line;
} LRSFunctionInfo;

/// The number of numbered functions, which is also the highest number.
uint32_t lrs_functionCount(const LRSState *_Nonnull state);

/// Describes a numbered function.
LRSFunctionInfo lrs_functionInfo(LRSState *_Nonnull state, uint32_t function);

/// Numbers every function that rule code can reach.
///
/// `count` is the new number of numbered functions; existing numbers do not change.
bool lrs_keepReachable(LRSState *_Nonnull state, uint32_t *_Nonnull count);

/// Makes calls of a numbered function fail, because it writes to a local of its file.
bool lrs_forbid(LRSState *_Nonnull state, uint32_t function, const char *_Nonnull variable);

/// Freezes everything that numbered functions can reach: tables, globals, modules.
bool lrs_freeze(LRSState *_Nonnull state);

// MARK: What surrounds a function

/// The kind of value in an upvalue or a field.
typedef enum __attribute__((enum_extensibility(closed))) LRSOutsideKind {
  LRSOutsideUnknown = 0, // not usable for analysis, such as a library function
  LRSOutsideScalar,      // value
  LRSOutsideFunction,    // number: that of the function
  LRSOutsideTable,       // number: that of the table
  LRSOutsideLibrary,     // value: the name of a function or a table of a library, such as `math.floor`
  LRSOutsideEnvironment, // a table of globals; only for lrs_outsideKeys
} LRSOutsideKind;

/// The value of an upvalue or a field; `value` lives until the next call into the state.
typedef struct __attribute__((swift_attr("@safe"))) LRSOutside {
  LRSOutsideKind kind;
  uint32_t number;
  LRSValue value;
} LRSOutside;

/// Reads an upvalue of a numbered function, counted from 1; a function that is found gets a number.
///
/// Upvalue 0 is the function itself. Values of libraries are told by their names, if asked for.
bool lrs_outsideUpvalue(LRSState *_Nonnull state, uint32_t function, int32_t upvalue, bool namesLibraries, LRSOutside *_Nonnull result);

/// Reads a field of a numbered table, without running any code.
bool lrs_outsideField(LRSState *_Nonnull state, uint32_t table, const LRSValue *_Nonnull key, bool namesLibraries, LRSOutside *_Nonnull result);

/// Lists the keys of a numbered table; of an environment only those of values that not all environments have.
///
/// The number in `content` is the length of the table. False if a key is no scalar.
bool lrs_outsideKeys(LRSState *_Nonnull state, uint32_t table, LRSOutside *_Nonnull content, LRSTokens *_Nonnull keys);

/// Lists the keys of a numbered table, each followed by its value.
///
/// False if some of them are not scalars, or if there are too many.
bool lrs_outsideScalars(LRSState *_Nonnull state, uint32_t table, LRSTokens *_Nonnull tokens);

/// Releases the numbered tables.
void lrs_forgetOutside(LRSState *_Nonnull state);

#endif
