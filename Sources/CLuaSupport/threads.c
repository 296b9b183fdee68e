// Thread-local data, and data that all threads read without a lock.

#define _DEFAULT_SOURCE // getentropy
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

#include "support.h"

_Thread_local void *lrs_evaluationOfThread;

// MARK: Numbers for threads

_Thread_local uint32_t lrs_numberOfThread;

uint32_t lrs_newThreadNumber(void) {
  static atomic_uint last;
  // 0 means that a thread has no number.
  do lrs_numberOfThread = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
  while (lrs_numberOfThread == 0);
  return lrs_numberOfThread;
}

/// How many stamps a thread reserves at once.
#define STAMPS 4096

uint64_t lrs_newStamp(void) {
  static _Atomic uint64_t last;
  static _Thread_local uint64_t next, end;
  if (next == end) {
    next = atomic_fetch_add_explicit(&last, STAMPS, memory_order_relaxed) + 1;
    end = next + STAMPS;
  }
  return next++;
}

// MARK: Pins

LRSPins lrs_pins[LRS_PIN_STRIPES];
_Atomic(uint32_t) lrs_currentPinBank;

uint32_t lrs_pinBank(void) {
  return atomic_load_explicit(&lrs_currentPinBank, memory_order_relaxed);
}

void lrs_changePinBank(void) {
  atomic_fetch_xor_explicit(&lrs_currentPinBank, 1, memory_order_seq_cst);
}

bool lrs_isPinBankEmpty(uint32_t bank) {
  for (size_t stripe = 0; stripe < LRS_PIN_STRIPES; stripe++)
    if (atomic_load_explicit(&lrs_pins[stripe].banks[bank], memory_order_seq_cst) != 0) return false;
  return true;
}

// MARK: Numbers of names

typedef struct Name {
  uint64_t hash;
  size_t length;
  uint32_t number;
  char bytes[];
} Name;

/// A hash table, open addressing, at most half full.
typedef struct Names {
  struct Names *previous; // the smaller one before: it is kept, because another thread may be reading it
  size_t mask;
  size_t count;
  _Atomic(const Name *) entries[];
} Names;

static _Atomic(Names *) names;

/// Random, and set before the first table is published, so that an attacker cannot prepare colliding names.
static uint64_t seed;

static uint64_t hashOf(const char *bytes, size_t length) { return lrs_hash(bytes, length, seed); }

uint64_t lrs_hash(const void *content, size_t length, uint64_t seed) {
  const char *bytes = content;
  uint64_t hash = seed ^ length * UINT64_C(0x9E3779B97F4A7C15);
  while (length > 0) {
    uint64_t word = 0;
    size_t step = length < sizeof word ? length : sizeof word;
    memcpy(&word, bytes, step);
    unsigned __int128 product = (unsigned __int128)(hash ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    hash = (uint64_t)product ^ (uint64_t)(product >> 64) ^ step;
    bytes += step;
    length -= step;
  }
  return hash;
}

uint32_t lrs_numberOfName(const char *bytes, size_t length) {
  Names *now = atomic_load_explicit(&names, memory_order_acquire);
  if (now == NULL) return 0;
  uint64_t hash = hashOf(bytes, length);
  for (size_t at = hash & now->mask;; at = (at + 1) & now->mask) {
    const Name *found = atomic_load_explicit(&now->entries[at], memory_order_acquire);
    if (found == NULL) return 0;
    if (found->hash == hash && found->length == length && memcmp(found->bytes, bytes, length) == 0) return found->number;
  }
}

static void putName(Names *into, const Name *name) {
  size_t at = name->hash & into->mask;
  while (atomic_load_explicit(&into->entries[at], memory_order_relaxed) != NULL) at = (at + 1) & into->mask;
  atomic_store_explicit(&into->entries[at], name, memory_order_release);
  into->count++;
}

bool lrs_setNumberOfName(const char *bytes, size_t length, uint32_t number) {
  Name *made = malloc(sizeof *made + length);
  if (made == NULL) return false;
  Names *now = atomic_load_explicit(&names, memory_order_relaxed);
  // Without entropy the address must do, which is random on most systems.
  if (now == NULL && getentropy(&seed, sizeof seed) != 0) seed = (uint64_t)(uintptr_t)&names;
  made->hash = hashOf(bytes, length);
  made->length = length;
  made->number = number;
  memcpy(made->bytes, bytes, length);
  if (now == NULL || 2 * (now->count + 1) > now->mask + 1) {
    size_t size = now == NULL ? 256 : 2 * (now->mask + 1);
    Names *larger = calloc(1, sizeof *larger + size * sizeof larger->entries[0]);
    if (larger == NULL) {
      free(made);
      return false;
    }
    larger->previous = now;
    larger->mask = size - 1;
    for (size_t at = 0; now != NULL && at <= now->mask; at++) {
      const Name *known = atomic_load_explicit(&now->entries[at], memory_order_relaxed);
      if (known != NULL) putName(larger, known);
    }
    atomic_store_explicit(&names, larger, memory_order_release);
    now = larger;
  }
  putName(now, made);
  return true;
}

// MARK: What is known of types

typedef struct Entry {
  _Atomic(const void *) address;
  uint64_t value; // written before the address
} Entry;

/// A hash table, open addressing, at most half full.
typedef struct Table {
  struct Table *previous; // the smaller one before: it is kept, because another thread may be reading it
  size_t mask;
  size_t count;
  Entry entries[];
} Table;

static _Atomic(Table *) numbers;
static _Atomic(Table *) layouts;
static _Atomic(Table *) conversions;

static size_t home(const void *address) {
  return (size_t)(((uint64_t)(uintptr_t)address * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

/// Returns the value of an address, or 0.
static uint64_t find(_Atomic(Table *) *table, const void *address) {
  Table *now = atomic_load_explicit(table, memory_order_acquire);
  if (now == NULL) return 0;
  for (size_t at = home(address) & now->mask;; at = (at + 1) & now->mask) {
    const void *found = atomic_load_explicit(&now->entries[at].address, memory_order_acquire);
    if (found == address) return now->entries[at].value;
    if (found == NULL) return 0;
  }
}

static void put(Table *into, const void *address, uint64_t value) {
  size_t at = home(address) & into->mask;
  while (atomic_load_explicit(&into->entries[at].address, memory_order_relaxed) != NULL) at = (at + 1) & into->mask;
  into->entries[at].value = value;
  atomic_store_explicit(&into->entries[at].address, address, memory_order_release);
  into->count++;
}

/// Stores a value, not 0, for an address that has none. Called by one thread at a time.
static bool keep(_Atomic(Table *) *table, const void *address, uint64_t value) {
  Table *now = atomic_load_explicit(table, memory_order_relaxed);
  if (now == NULL || 2 * (now->count + 1) > now->mask + 1) {
    size_t size = now == NULL ? 64 : 2 * (now->mask + 1);
    Table *larger = calloc(1, sizeof *larger + size * sizeof(Entry));
    if (larger == NULL) return false;
    larger->previous = now;
    larger->mask = size - 1;
    for (size_t at = 0; now != NULL && at <= now->mask; at++) {
      const void *known = atomic_load_explicit(&now->entries[at].address, memory_order_relaxed);
      if (known != NULL) put(larger, known, now->entries[at].value);
    }
    // Old tables are kept; all of them together are smaller than the new one.
    atomic_store_explicit(table, larger, memory_order_release);
    now = larger;
  }
  put(now, address, value);
  return true;
}

uint32_t lrs_numberOf(const void *address) {
  return (uint32_t)find(&numbers, address);
}

bool lrs_setNumber(const void *address, uint32_t number) {
  return keep(&numbers, address, number);
}

const LRSLayout *lrs_layoutOf(const void *type) {
  return (const LRSLayout *)(uintptr_t)find(&layouts, type);
}

bool lrs_setLayout(const void *type, const LRSLayout *layout) {
  return keep(&layouts, type, (uintptr_t)layout);
}

const void *lrs_conversionOf(const void *type) {
  return (const void *)(uintptr_t)find(&conversions, type);
}

bool lrs_setConversion(const void *type, const void *conversion) {
  return keep(&conversions, type, (uintptr_t)conversion);
}
