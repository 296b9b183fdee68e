// What the files of this target share.
//
// Functions that take a `lua_State` run inside `lua_pcall` and may raise;
// functions that take an `LRSState` only may not.

#ifndef SUPPORT_H
#define SUPPORT_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "CLuaSupport.h"

/// How many VM instructions pass between two looks at the budget.
#define LRS_HOOK_INTERVAL 1000
/// How deep tables may nest when they are flattened, whatever the budget says: the way there is recursive.
#define LRS_MAX_NESTING 100
/// So many names of a table are sorted where they need no memory of Lua.
#define LRS_FEW_NAMES 8
/// How many keys and values of a table are listed at most.
#define LRS_MAX_LISTED 8192
/// How many calls may be under way in one state, each on a Lua thread of its own.
#define LRS_MAX_LEVELS 10000
/// How long an error message may be, in bytes.
#define LRS_MAX_MESSAGE 8192
/// Blocks of this size and more are charged for; 64 bytes cost an instruction.
#define LRS_LARGE_BLOCK ((size_t)16 * 1024)
/// A state that holds more than this may have tables that take long to walk, however few entries they have.
#define LRS_LARGE_MEMORY ((size_t)1024 * 1024)
/// How many bytes rules may print in one access, each line with a few more.
#define LRS_MAX_PRINTED ((size_t)64 * 1024)
/// So many bytes of a name are copied to the Swift side without a charge.
#define LRS_COPIED_FREE ((size_t)256)
/// The least C stack that code which may nest finds before it, in bytes.
#define LRS_STACK_RESERVE ((size_t)160 * 1024)
/// How many names are kept at hand with what Swift said about them; a power of two.
#define LRS_HINTS 64
/// How many names are kept for that in all.
#define LRS_MAX_HINT_NAMES 1024
/// What each Lua thread has at the bottom of its stack: message handler, functions, context.
#define LRS_STACK_BASE 3
/// How many bytes a buffer may keep from one access to the next.
#define LRS_MAX_IDLE_BYTES ((size_t)64 * 1024)
/// How much of the host's values views may remember from one access to the next: reads, and bytes of strings.
#define LRS_MAX_KEPT_READS 256
#define LRS_MAX_KEPT_BYTES ((size_t)4 * 1024)

/// What Swift said about a name: a string of Lua, which its address tells from others.
typedef struct LRSHint {
  const char *name;
  uint32_t family;
  uint32_t hint;
} LRSHint;

/// The context as the code of one scope sees it.
typedef struct LRSScope {
  int context;    // in the registry: its view; 0 where none was needed yet
  int remembered; // in the registry: what the view has read in this access
  bool remembers; // whether it has read anything
  uint32_t next;  // the next scope that has; 0 for none
} LRSScope;

struct LRSState {
  lua_State *L;
  LRSCallbacks callbacks;

  size_t memoryUsed;
  size_t memoryLimit;
  LRSMemory *memory; // shared with other states; NULL: with none
  size_t share;      // what was taken of it, at least what is used
  int64_t allocationsToFailure; // for tests: 1 more than those that succeed; 0: all do
  LRSBudget *budget;
  size_t printedBytes;  // in this access, or while loading
  size_t longestString; // of this access, or of the files
  size_t restingString; // the longest one of the files
  size_t restingMemory; // what the state held when its files were loaded
  bool isRefusing;      // the budget ran out where nothing could raise: all that grows is refused
  bool wasBeyond;       // the last block was refused for want of memory, and Lua may ask again
  bool isShort;         // it was refused because all states together hold too much
  int32_t refusedChunk; // where the code was when memory was refused last
  int32_t refusedLine;

  LRSError error;
  char *errorText;
  size_t errorCapacity;
  bool wantsTraceback;
  char *traceback;
  size_t tracebackLength;
  size_t tracebackCapacity;

  // Anchored in the registry under these references.
  int functions;   // list of kept functions
  int functionIDs; // kept function -> its number
  int threads;     // list of Lua threads, one per level
  int slots;       // list of chunk results
  int modules;     // set of the slots that `require` handed out
  int environment; // template of a file's environment
  int context;     // the view of the context
  int remembered;  // what the context's view has read in this access
  int hintNames;   // the names in `hints`, now and earlier: their addresses stay theirs

  uint32_t functionCount;
  int32_t slotCount;
  int32_t chunk; // number of the chunk compiled last
  bool isLoading;

  int32_t level;
  lua_State **threadAt; // by level, NULL where none was needed yet
  size_t threadCapacity;
  uint32_t scope;  // whose code is running
  LRSScope *scopes; // by number from 1
  size_t scopeCapacity;
  uint32_t rememberingScope; // the first scope whose view has read anything
  uint64_t serial; // number of the access, and of the time between two
  uint64_t viewSerial; // that of the access whose views are good: this one, or the one that was kept
  uint64_t keptSerial; // the same of the access whose reads were kept; 0 for none
  size_t keptBytes; // the strings that views remember
  uint32_t keptReads; // how often they were asked for what they did not remember
  bool remembers;  // whether the context's view has read anything
  bool isWitnessed; // scalars are not remembered, so that Swift sees each read
  bool isSpoilt;   // the last access could not be forgotten: the state answers no more

  uint32_t hintNameCount;
  LRSHint hints[LRS_HINTS];

  LRSValue scalar; // a result without parts
  LRSValue *tokens;
  size_t tokenCount;
  size_t tokenCapacity;
  size_t tokenBytes; // what the strings among the tokens have together
  LRSValue *keys; // what the `keys` callback lists
  size_t keyCount;
  size_t keyCapacity;
  char *kept; // the bytes of a callback's result
  size_t keptCapacity;
  char *dump;
  size_t dumpLength;
  size_t dumpCapacity;
};

/// A view of a Swift value, as userdata.
typedef struct LRSView {
  uint64_t serial;
  uint64_t identity;
  uint32_t handle;
  uint32_t family;
  LRSShape shape;
} LRSView;

// The values of a view's userdata.
#define LRS_VIEW_MEMBERS 1 // table of what was read, from the second name on
#define LRS_VIEW_NAME 2    // what was read first
#define LRS_VIEW_VALUE 3
#define LRS_VIEW_VALUES 3

/// The support state that a Lua state belongs to.
static inline LRSState *lrs_of(lua_State *L) {
  return *(LRSState **)lua_getextraspace(L);
}

// memory.c

/// The allocator of Lua, within the limits of memory.
void *lrs_allocate(void *owner, void *block, size_t oldSize, size_t newSize);

/// Gives the state's share of the shared memory back.
void lrs_giveShareBack(LRSState *state);

/// Which limit of memory it was that refused the last block.
LRSFailure lrs_memoryFailure(const LRSState *state);

/// Makes room for `count` items of `size` bytes, within the memory limit.
///
/// Returns where the items are now, or NULL, when memory is short and nothing has changed.
void *lrs_reserve(LRSState *state, void *items, size_t *capacity, size_t count, size_t size);

/// Frees what `lrs_reserve` gave.
void lrs_unreserve(LRSState *state, void *items, size_t *capacity, size_t size);

// asking.c

/// Whether there is a Lua thread for the next level.
bool lrs_hasThread(LRSState *state);

/// Begins a call on the Lua thread of the next level.
lua_State *lrs_enterLevel(LRSState *state);

/// Calls a function with the context on the Lua thread of a level, where the result stays.
int lrs_callRule(LRSState *state, lua_State *T, uint32_t function, uint32_t scope);

/// Whether the result on top is true; null is not.
bool lrs_isTrue(lua_State *T);

/// Takes a result without parts as it is; false for one that has some, is too large, or may be stale.
bool lrs_takeScalar(LRSState *state, lua_State *T);

// errors.c

/// Raises an error of this kind; the message is a format as for `lua_pushfstring`.
int lrs_fail(lua_State *L, LRSFailure failure, const char *format, ...);

/// Whether the error value on top stands for a failure that is noted in the state.  [-0, +0, -]
bool lrs_isNoted(lua_State *L);

/// Notes where the code is, for an error that no handler will see.
void lrs_noteRefusal(LRSState *state);

/// Message handler: notes what failed, and where.  [-1, +1, -]
int lrs_noteError(lua_State *L);

/// Notes what a failed `lua_pcall` left on top, where no handler has.
void lrs_noteStatus(LRSState *state, lua_State *L, int status);

/// Runs a C function on the main Lua thread inside `lua_pcall`.
bool lrs_protect(LRSState *state, lua_CFunction body, void *argument);

// limits.c

/// The processor time of this thread so far, in nanoseconds.
int64_t lrs_processorTime(void);

/// Takes from a budget for work that may have taken long, and looks at the clock; false once it is used up.
bool lrs_spendLong(LRSBudget *budget, int64_t instructions);

/// Charges for walking a table, whose empty places nobody can count; raises when the budget is used up.
void lrs_chargeWalk(lua_State *L, int64_t entries);

/// Notes that there is a longer string than any before, in bytes.
void lrs_noteString(LRSState *state, size_t length);

/// Makes the hook of a Lua thread come as often as the strings ask for.
void lrs_adjustHook(LRSState *state, lua_State *L);

/// Charges work that C does for rule code; raises when the budget is used up.
void lrs_charge(lua_State *L, int64_t instructions);

/// Raises when the C stack is nearly used up.  [-0, +0, v]
///
/// Every function through which C code and rule code can nest asks it: Lua's own
/// limit of 200 C levels is one of each Lua thread, and does not know the stack.
void lrs_checkCStack(lua_State *L);

/// The count hook.
void lrs_hook(lua_State *L, lua_Debug *activation);

// asking.c

/// Gives back what an unusual access, or loading, has made the buffers grow to.
void lrs_trimBuffers(LRSState *state);

// transfer.c

/// Pushes a scalar or makes a view.  [-0, +1, m]
void lrs_push(lua_State *L, const LRSValue *value);

/// Frees the keys that the `keys` callback listed.
void lrs_forgetKeys(LRSState *state);

/// Begins a new list of tokens.
void lrs_beginTokens(LRSState *state);

/// Appends the value at an index to the state's tokens.  [-0, +0, m]
void lrs_flatten(lua_State *L, int index, bool keepsFunctions);

/// Reads a scalar at an index without converting it; tables become nil.  [-0, +0, -]
LRSValue lrs_scalar(lua_State *L, int index);

// freeze.c

/// Pushes the table that holds the content of the table at `index`: its shadow, or itself.  [-0, +1, -]
bool lrs_pushContent(lua_State *L, int index);

/// Freezes the table on top and the ones it holds, with a name for errors.  [-0, +0, m]
void lrs_freezeLibrary(lua_State *L, const char *name);

/// The number of a kept function, keeping it first where it is new.  [-0, +0, m]
uint32_t lrs_keepFunction(lua_State *L, int index);

// views.c

/// Makes the metatables of views and the context's own view.  [-0, +0, m]
void lrs_openViews(lua_State *L);

/// Makes the context's view for a scope.  [-0, +0, m]
void lrs_openScope(lua_State *L, LRSScope *scope, uint32_t number);

/// Whether there is a view of the context for a scope; makes it if need be.
bool lrs_hasScope(LRSState *state, uint32_t scope);

/// Pushes the context as the code that is running sees it.  [-0, +1, -]
void lrs_pushContext(lua_State *L);

/// The view at an index, or NULL.  [-0, +0, -]
LRSView *lrs_toView(lua_State *L, int index);

/// The view at an index; raises when its access is over.  [-0, +0, v]
LRSView *lrs_checkView(lua_State *L, int index);

// order.c

/// Pushes the position of an iterator's birth, for `lrs_checkIterator`.  [-0, +1, -]
void lrs_pushBirth(lua_State *L);

/// Raises when the iterator whose birth is this upvalue was made in another access.  [-0, +0, v]
///
/// An iterator remembers how far it came: kept in a local of its file it would
/// carry something from one access to the next.
void lrs_checkIterator(lua_State *L, int upvalue);

int lrs_next(lua_State *L);
int lrs_pairs(lua_State *L);
int lrs_sort(lua_State *L);

// patterns.c

/// Puts `find`, `match`, `gmatch` and `gsub` into the string library on top.  [-0, +0, m]
void lrs_openPatterns(lua_State *L);

// libraries.c

/// Makes the functions of the library on top charge for their work.  [-0, +0, m]
void lrs_wrapLibrary(lua_State *L, const char *library);

// compile.c

/// Makes the metatable that files' environments share.  [-0, +0, m]
void lrs_openCompiler(lua_State *L);

// host.c

/// Puts the table `host` into the environment on top.  [-0, +0, m]
void lrs_openHost(lua_State *L);

/// Pushes the table `host` of a scope; false, and nothing, when it is that of all.  [-0, +1, -]
bool lrs_pushScopeHost(lua_State *L, uint32_t scope);

// sandbox.c

/// Pushes the template of a file's environment.  [-0, +1, m]
void lrs_openSandbox(lua_State *L);

/// Whether the value at an index is a method of an object of the host, which is called like a function.
bool lrs_isMethod(lua_State *L, int index);

/// Pushes the word that `type` gives for the value at an index.  [-0, +1, m]
const char *lrs_typeWord(lua_State *L, int index);

/// Pushes a text for the value at an index, without an address.  [-0, +1, m]
void lrs_pushText(lua_State *L, int index);

/// The number of the host function at an index, or -1.  [-0, +0, -]
int64_t lrs_toHostFunction(lua_State *L, int index);

typedef LRSOutcome (*LRSCall)(void *owner, uint32_t function, LRSTokens arguments, int32_t argumentCount, LRSValue *result);

/// Calls into Swift with the arguments from an index on, and pushes the result.  [-0, +1, e]
int lrs_callSwift(lua_State *L, LRSCall call, uint32_t function, int first);

#endif
