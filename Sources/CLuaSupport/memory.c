// Memory: the limit of one state, and the limit of all states that share one.

#include <stdatomic.h>
#include <stdlib.h>

#include "support.h"

// MARK: Shared memory

/// How much a state reserves of the shared memory at once, so that threads rarely contend for the counter.
#define LRS_PORTION ((size_t)64 * 1024)

struct LRSMemory {
  _Atomic size_t limit;
  _Atomic size_t taken; // by all states; each state holds no more than its share
  void *owner;
  void (*relieve)(void *owner, size_t bytes);
};

LRSMemory *lrs_newMemory(size_t limit, void *owner, void (*relieve)(void *owner, size_t bytes)) {
  LRSMemory *memory = calloc(1, sizeof *memory);
  if (memory == NULL) return NULL;
  atomic_init(&memory->limit, limit);
  atomic_init(&memory->taken, 0);
  memory->owner = owner;
  memory->relieve = relieve;
  return memory;
}

void lrs_freeMemory(LRSMemory *memory) {
  free(memory);
}

size_t lrs_sharedLimit(const LRSMemory *memory) {
  return atomic_load_explicit(&memory->limit, memory_order_relaxed);
}

void lrs_setSharedLimit(LRSMemory *memory, size_t limit) {
  atomic_store_explicit(&memory->limit, limit, memory_order_relaxed);
}

size_t lrs_sharedUse(const LRSMemory *memory) {
  return atomic_load_explicit(&memory->taken, memory_order_relaxed);
}

/// Reserves bytes for a state, all or none.
static bool take(LRSState *state, size_t bytes) {
  LRSMemory *memory = state->memory;
  size_t taken = lrs_sharedUse(memory);
  do {
    size_t limit = lrs_sharedLimit(memory);
    if (bytes > limit || taken > limit - bytes) return false;
  } while (!atomic_compare_exchange_weak_explicit(&memory->taken, &taken, taken + bytes, memory_order_relaxed,
                                                  memory_order_relaxed));
  state->share += bytes;
  return true;
}

/// Makes a state's share large enough for `needed` bytes; false when all states together hold too much.
static bool growShare(LRSState *state, size_t needed) {
  if (state->memory == NULL || needed <= state->share) return true;
  size_t missing = needed - state->share;
  size_t portion = (missing / LRS_PORTION + 1) * LRS_PORTION;
  if (take(state, portion) || take(state, missing)) return true;
  if (state->memory->relieve == NULL) return false;
  // Other states are closed here; that time is not charged to this evaluation.
  int64_t began = lrs_processorTime();
  state->memory->relieve(state->memory->owner, portion);
  if (state->budget != NULL && state->budget->started != 0) state->budget->started += lrs_processorTime() - began;
  return take(state, portion) || take(state, missing);
}

static __attribute__((noinline)) void giveSurplusBack(LRSState *state) {
  size_t surplus = state->share - state->memoryUsed - LRS_PORTION;
  atomic_fetch_sub_explicit(&state->memory->taken, surplus, memory_order_relaxed);
  state->share -= surplus;
}

/// Gives back the part of the share that a state no longer uses, except for a portion.
static inline void shrinkShare(LRSState *state) {
  if (state->share >= state->memoryUsed + 2 * LRS_PORTION) giveSurplusBack(state);
}

void lrs_giveShareBack(LRSState *state) {
  if (state->memory == NULL) return;
  atomic_fetch_sub_explicit(&state->memory->taken, state->share, memory_order_relaxed);
  state->share = 0;
}

LRSFailure lrs_memoryFailure(const LRSState *state) {
  return state->isShort ? LRSFailureSharedMemory : LRSFailureMemory;
}

// MARK: A state's own

/// For tests: whether this allocation must fail.
static bool mustFail(LRSState *state) {
  if (state->allocationsToFailure > 1) state->allocationsToFailure--;
  return state->allocationsToFailure == 1;
}

void lrs_failAllocation(LRSState *state, int64_t count) {
  state->allocationsToFailure = count > 0 ? count + 1 : 0;
}

void lrs_collectEagerly(LRSState *state) {
  lua_gc(state->L, LUA_GCINC, 1, 1000, 1);
}

/// Charges for large blocks; an allocator cannot raise, but it can refuse all later blocks.
///
/// One instruction may fill megabytes. And when memory is short, Lua collects all garbage and asks
/// again: with little garbage and many live objects it would do so for each small table.
static void payForBlock(LRSState *state, size_t size) {
  size_t work = size >= LRS_LARGE_BLOCK ? size : 0;
  if (state->wasBeyond) work += state->memoryLimit;
  state->wasBeyond = false;
  if (work > 0 && !lrs_spend(state->budget, (int64_t)(work / 64))) state->isRefusing = true;
}

/// Whether a state may grow by a block; stores the reason if not.
static __attribute__((noinline, cold)) bool mayGrow(LRSState *state, size_t oldSize, size_t newSize) {
  bool isBeyond = newSize > state->memoryLimit || state->memoryUsed - oldSize > state->memoryLimit - newSize;
  if (!isBeyond) payForBlock(state, newSize);
  bool isRefused = isBeyond || state->isRefusing || mustFail(state);
  bool isShort = !isRefused && !growShare(state, state->memoryUsed - oldSize + newSize);
  if (!isRefused && !isShort) return true;
  state->wasBeyond = isBeyond || isShort;
  state->isShort = isShort;
  lrs_noteRefusal(state);
  return false;
}

/// Fast path: whether a state may grow to `used` bytes by a block that needs no charge, no note and no share.
static inline bool growsFreely(const LRSState *state, size_t used, size_t newSize) {
  return newSize < LRS_LARGE_BLOCK && used <= state->memoryLimit && (used <= state->share || state->memory == NULL) &&
         !state->wasBeyond && !state->isRefusing && state->allocationsToFailure == 0;
}

static void *makeBlock(LRSState *state, size_t kind, size_t size) {
  if (!growsFreely(state, state->memoryUsed + size, size) && !mayGrow(state, 0, size)) return NULL;
  bool isTable = kind == LUA_TTABLE;
  void *made = malloc(isTable ? size + sizeof(LRSOrigin) : size);
  if (made == NULL) return NULL;
  if (isTable) lrs_noteTable(state, made, size);
  state->memoryUsed += size;
  if (kind == LUA_TSTRING && size > state->longestString) lrs_noteString(state, size);
  return made;
}

static __attribute__((noinline)) void *resizeBlock(LRSState *state, void *block, size_t oldSize, size_t newSize) {
  size_t used = state->memoryUsed - oldSize + newSize;
  if (newSize > oldSize && !growsFreely(state, used, newSize) && !mayGrow(state, oldSize, newSize)) return NULL;
  void *moved = realloc(block, newSize);
  // Lua assumes that a block can always become smaller.
  if (moved == NULL) return newSize <= oldSize ? block : NULL;
  state->memoryUsed = used;
  if (newSize < oldSize) shrinkShare(state);
  return moved;
}

void *lrs_allocate(void *owner, void *block, size_t oldSize, size_t newSize) {
  LRSState *state = owner;
  if (newSize == 0) {
    if (block == NULL) return NULL;
    if (state->newTableCount > 0) lrs_forgetTable(state, block);
    free(block);
    state->memoryUsed -= oldSize;
    shrinkShare(state);
    return NULL;
  }
  // For a new object Lua passes its kind in `oldSize`.
  if (block == NULL) return makeBlock(state, oldSize, newSize);
  return resizeBlock(state, block, oldSize, newSize);
}

void *lrs_reserve(LRSState *state, void *items, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return items;
  size_t wanted = *capacity < 16 ? 16 : *capacity * 2;
  if (wanted < count) wanted = count;
  if (wanted > SIZE_MAX / size) return NULL;
  void *grown = lrs_allocate(state, items, *capacity * size, wanted * size);
  if (grown != NULL) *capacity = wanted;
  return grown;
}

void lrs_unreserve(LRSState *state, void *items, size_t *capacity, size_t size) {
  lrs_allocate(state, items, *capacity * size, 0);
  *capacity = 0;
}

size_t lrs_memoryUsed(const LRSState *state) {
  return state->memoryUsed;
}
