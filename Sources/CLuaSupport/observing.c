// Thread-local data for observers: which answers are picked, and whether an observer is running.

#include "support.h"

/// A thread's current block of questions for one observer.
typedef struct Block {
  uint64_t observer;
  uint32_t asked; // how many questions of the block were asked
  uint32_t pick;  // the position of the question that is observed
} Block;

#define BLOCK_COUNT 16

static _Thread_local Block blocks[BLOCK_COUNT];
static _Thread_local uint64_t randomState;
static _Thread_local bool isObserving;

/// The next number of a xorshift generator; each thread starts at a different number.
static uint64_t nextRandom(void) {
  uint64_t x = randomState;
  if (x == 0) x = (uint64_t)(uintptr_t)&randomState * 0x9E3779B97F4A7C15u | 1;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  randomState = x;
  return x;
}

bool lrs_isPicked(uint64_t observer, uint32_t interval) {
  if (interval <= 1) return true;
  Block *block = &blocks[observer % BLOCK_COUNT];
  // Replacing another observer's unfinished block is right on average: its pick may be over, or not.
  if (block->observer != observer || block->asked >= interval) {
    *block = (Block){observer, 0, (uint32_t)((nextRandom() >> 16) % interval)};
  }
  return block->asked++ == block->pick;
}

bool lrs_isObserving(void) {
  return isObserving;
}

void lrs_setObserving(bool value) {
  isObserving = value;
}
