// The budget: the resources that one evaluation may still use.

#ifndef LRS_BUDGETS_H
#define LRS_BUDGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

/// The resources that one evaluation may still use, in all its states together.
typedef struct LRSBudget {
  /// The remaining VM instructions.
  int64_t instructions;
  /// The CPU time that the thread may use, in nanoseconds; 0: no limit.
  int64_t nanoseconds;
  /// The thread's CPU clock at the first look; 0: no look yet.
  int64_t started;
  /// The wall clock at the first look.
  int64_t startedOnWall;
  /// Sticky: once it is set, no more code runs on this budget.
  LRSFailure exhausted;
  /// The limits of one value that leaves Lua: its parts, the bytes of its strings, the nesting of its tables.
  size_t valueNodes;
  size_t valueBytes;
  int valueDepth;
} LRSBudget;

/// Stops the clock of a budget; returns the argument for `lrs_resumeClock`.
int64_t lrs_pauseClock(const LRSBudget *_Nonnull budget);

/// Starts the clock of a budget again.
void lrs_resumeClock(LRSBudget *_Nonnull budget, int64_t paused);

/// Whether the C stack of this thread is nearly used up.
bool lrs_isCStackShort(void);

/// Charges a budget; false once it is exhausted.
bool lrs_spend(LRSBudget *_Nullable budget, int64_t instructions);

/// Charges a budget for work that may have taken long, and looks at the clock; false once it is exhausted.
bool lrs_spendLong(LRSBudget *_Nullable budget, int64_t instructions);

#endif
