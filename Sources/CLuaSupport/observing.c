// What observers need of a thread: which questions are picked, and whether one of them is running.

#include "support.h"

/// The block of questions of one observer that a thread is in.
typedef struct Block {
  uint64_t observer;
  uint32_t asked; // how many of the block have been asked
  uint32_t pick;  // the one that is observed
} Block;

#define BLOCK_COUNT 16

static _Thread_local Block blocks[BLOCK_COUNT];
static _Thread_local uint64_t randomState;
static _Thread_local bool isObserving;

/// The next number of a xorshift generator; threads begin at different numbers.
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
  // Another observer's block that is given up early changes nothing on average: its pick may have come, or not.
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
