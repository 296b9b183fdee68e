// What Swift must not, or cannot, do with Lua itself.
//
// A Lua error is a `longjmp`, and must never jump over a Swift frame. So Swift
// sees no `lua_State` at all: every function here either cannot raise, or runs
// what can raise inside `lua_pcall`. Callbacks into Swift *return* an outcome;
// the C function that called them raises after Swift has returned.
//
// Structs are marked safe for Swift where only their pointers are not: Swift
// still says `unsafe` when it follows one.
//
// None of the functions here raises. A state is used by one thread at a time.

#ifndef CLUASUPPORT_H
#define CLUASUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Memory that several states share, with a limit; safe to use from all threads.
typedef struct LRSMemory LRSMemory;

/// A Lua state with its sandbox, its limits and what its rule files left in it.
typedef struct LRSState LRSState;

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

// MARK: Callbacks

/// What a callback into Swift says when it returns.
typedef enum __attribute__((enum_extensibility(closed))) LRSOutcome {
  LRSOutcomeOK = 0,
  LRSOutcomeRaise,  // the error is kept on the Swift side; C raises `LRSFailureHost`
} LRSOutcome;

/// The Swift side of a state.
typedef struct LRSCallbacks {
  void *_Nullable owner;
  /// Reads a member of a view; handle 0 is the context.
  LRSOutcome (*_Nonnull member)(void *_Nullable owner, uint32_t handle, const LRSValue *_Nonnull key, LRSValue *_Nonnull result);
  /// Counts the elements of a view.
  LRSOutcome (*_Nonnull count)(void *_Nullable owner, uint32_t handle, int64_t *_Nonnull result);
  /// Lists the keys of a view through `lrs_addKey`, in their order.
  LRSOutcome (*_Nonnull keys)(void *_Nullable owner, uint32_t handle);
  /// Calls host function number `function`.
  LRSOutcome (*_Nonnull call)(void *_Nullable owner, uint32_t function, LRSTokens arguments, int32_t argumentCount, LRSValue *_Nonnull result);
  /// Calls the function that a view is.
  LRSOutcome (*_Nonnull callView)(void *_Nullable owner, uint32_t handle, LRSTokens arguments, int32_t argumentCount, LRSValue *_Nonnull result);
  /// Loads a module; leaves its result through `lrs_run` in slot `*slot`.
  LRSOutcome (*_Nonnull require)(void *_Nullable owner, const char *_Nonnull name, size_t length, int32_t chunk, int32_t *_Nonnull slot);
  /// Receives a line that a rule file printed.
  void (*_Nonnull print)(void *_Nullable owner, const char *_Nonnull text, size_t length);
} LRSCallbacks;

// MARK: Budgets

/// What the code of one access may still use, in all states together.
typedef struct LRSBudget {
  /// VM instructions left.
  int64_t instructions;
  /// CPU time of the thread that may pass, in nanoseconds; 0: no limit.
  int64_t nanoseconds;
  /// The thread's CPU clock when the first look was taken; 0: not yet.
  int64_t started;
  /// Sticky: once it is set, nothing runs on this budget any more.
  LRSFailure exhausted;
  /// The parts, the bytes of strings and the nested tables that one value may have on its way out.
  size_t valueNodes;
  size_t valueBytes;
  int valueDepth;
} LRSBudget;

/// Stops the clock of a budget; returns what `lrs_resumeClock` wants to know.
int64_t lrs_pauseClock(const LRSBudget *_Nonnull budget);

/// Lets the clock of a budget go on.
void lrs_resumeClock(LRSBudget *_Nonnull budget, int64_t paused);

/// Whether the C stack of this thread is nearly used up.
bool lrs_isCStackShort(void);

/// Takes from a budget; false once it is used up.
bool lrs_spend(LRSBudget *_Nullable budget, int64_t instructions);

// MARK: States

/// Makes memory that states share, or NULL when there is none.
///
/// `relieve` is called where so many bytes are missing, perhaps from within the allocator of a
/// state: it may close states that nobody uses, and runs no code of rules or of the host.
LRSMemory *_Nullable lrs_newMemory(size_t limit, void *_Nullable owner, void (*_Nullable relieve)(void *_Nullable owner, size_t bytes));

/// Frees shared memory that no state uses any more.
void lrs_freeMemory(LRSMemory *_Nonnull memory);

/// The bytes that the states may hold together.
size_t lrs_sharedLimit(const LRSMemory *_Nonnull memory);

/// Lays down how many bytes the states may hold together; what they hold they keep.
void lrs_setSharedLimit(LRSMemory *_Nonnull memory, size_t limit);

/// The bytes that the states have taken: what they hold, and up to 128 KiB more for each.
size_t lrs_sharedUse(const LRSMemory *_Nonnull memory);

/// Makes a state with the libraries that rule files may use; NULL when memory is short, with the limit that it was.
///
/// For tests: `count` - 1 allocations succeed and all others fail; 0: none fails. Counts what could
/// fail: growing, in Lua's own memory and in the buffers of this target. One alone would not fail:
/// Lua collects garbage and tries again.
LRSState *_Nullable lrs_newState(LRSCallbacks callbacks, LRSMemory *_Nullable memory, size_t memoryLimit, int64_t count, LRSFailure *_Nonnull failure);

/// Frees the state and everything in it.
void lrs_closeState(LRSState *_Nonnull state);

/// Lets `count` - 1 further allocations succeed, as `lrs_newState` does. For tests only.
void lrs_failAllocation(LRSState *_Nonnull state, int64_t count);

/// Bytes that the state holds.
size_t lrs_memoryUsed(const LRSState *_Nonnull state);

/// Lays down how many bytes the state may hold from now on.
void lrs_setMemoryLimit(LRSState *_Nonnull state, size_t memoryLimit);

/// The limits of a state while they are lifted.
typedef struct LRSLimits {
  LRSBudget *_Nullable budget;
  size_t memoryLimit;
  bool isRefusing;
  bool wasBeyond;
} LRSLimits;

/// Lifts the limits of a state, for work that is not the rules'.
LRSLimits lrs_liftLimits(LRSState *_Nonnull state);

/// Puts the limits back.
void lrs_restoreLimits(LRSState *_Nonnull state, LRSLimits limits);

/// Makes a state fit for the next access after one that was broken off; false where that cannot be.
///
/// What the access has left is garbage; where it is much, it is collected now.
bool lrs_recover(LRSState *_Nonnull state);

/// Lays down what the code that runs from now on may use; NULL: no limit.
void lrs_setBudget(LRSState *_Nonnull state, LRSBudget *_Nullable budget);

/// Asks for a traceback with each error from now on.
void lrs_setTraceback(LRSState *_Nonnull state, bool wanted);

/// Lets the host see each read of a scalar until the access ends, also what was read before.
///
/// Views are remembered all the same: what is equal to itself stays so.
void lrs_setWitnessed(LRSState *_Nonnull state);

/// The error of the last call that failed.
LRSError lrs_lastError(const LRSState *_Nonnull state);

/// Copies bytes to where they outlive the callback that gives them as its result.
///
/// Returns NULL when memory is short.
const char *_Nullable lrs_keepBytes(LRSState *_Nonnull state, const char *_Nullable bytes, size_t length);

/// Adds a key to the list that the `keys` callback makes; false when memory is short.
bool lrs_addKey(LRSState *_Nonnull state, const LRSValue *_Nonnull key);

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
  bool isStandIn;
  /// Whether it is compiled from Lua; if not, it is a function of a library.
  bool isLua;
  int32_t chunk;
  int32_t line;
} LRSFunctionInfo;

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

// MARK: Text

/// Writes a float as Lua does when it becomes a string; returns the length, 0 when the buffer is too small.
size_t lrs_numberText(double number, char *_Nonnull buffer, size_t size);

/// Whether strings are ordered by their bytes: Lua orders them by the process's collation.
bool lrs_isCollationBytewise(void);

// MARK: Asking

/// Begins an access: views made from now on are valid until the next begins.
void lrs_beginAccess(LRSState *_Nonnull state);

/// Begins an access in which what the last one has read is as good as new; false, and nothing, where
/// that was not kept.
bool lrs_resumeAccess(LRSState *_Nonnull state);

/// Ends the access as `lrs_endAccess`, but for what was read of the context, and its views: they are
/// good again when the access is resumed. False where it was forgotten all the same.
bool lrs_keepAccess(LRSState *_Nonnull state);

/// Ends the access: forgets what the context's view remembered.
void lrs_endAccess(LRSState *_Nonnull state);

/// Calls a kept function with the context and tells whether the result is true.
///
/// Each scope has a view of the context of its own, with a memory of its own:
/// what one scope has read there, another one cannot see.
bool lrs_test(LRSState *_Nonnull state, uint32_t function, uint32_t scope, bool *_Nonnull result);

/// Calls a kept function with the context of a scope and flattens the result.
///
/// The tokens live until `lrs_release`.
bool lrs_evaluate(LRSState *_Nonnull state, uint32_t function, uint32_t scope, LRSTokens *_Nonnull tokens);

/// Lets go of what `lrs_evaluate` gave.
void lrs_release(LRSState *_Nonnull state);

/// How many calls are under way in the state, one inside the other.
int32_t lrs_depth(const LRSState *_Nonnull state);

// MARK: Enums of Swift

/// Makes the bytes at `value` the case with the number, in an enum type of Swift.
///
/// Exists because the runtime's function for it has Swift's calling convention.
/// Returns false, and does nothing, when the type has no such function.
bool lrs_injectCase(void *_Nonnull value, uint32_t tag, const void *_Nonnull type);

// MARK: Threads

/// The access that is under way on this thread, or NULL.
void *_Nullable lrs_currentAccess(void);

/// Makes an access the current one of this thread.
void lrs_setCurrentAccess(void *_Nullable access);

/// A small number that tells this thread from the others that run now; of many threads some share one.
uint32_t lrs_threadNumber(void);

/// A number that no other call, on any thread, returns.
uint64_t lrs_newStamp(void);

// MARK: Numbers of types

/// The number that was given to the address, or 0; takes no lock.
uint32_t lrs_numberOf(const void *_Nonnull address);

/// Gives a number, not 0, to an address that has none; false when memory is short.
///
/// Called by one thread at a time.
bool lrs_setNumber(const void *_Nonnull address, uint32_t number);

/// Whether this is the thread that the process began with.
bool lrs_isMainThread(void);

/// Whether an observer is to be told of the next question of this thread: one, at random, of each `interval`.
bool lrs_isPicked(uint64_t observer, uint32_t interval);

/// Whether an observer is running on this thread.
bool lrs_isObserving(void);

/// Notes whether an observer is running on this thread.
void lrs_setObserving(bool value);

#endif
