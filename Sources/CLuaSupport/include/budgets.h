// What the code of one evaluation may still use.

#ifndef LRS_BUDGETS_H
#define LRS_BUDGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

/// What the code of one evaluation may still use, in all states together.
typedef struct LRSBudget {
  /// VM instructions left.
  int64_t instructions;
  /// CPU time of the thread that may pass, in nanoseconds; 0: no limit.
  int64_t nanoseconds;
  /// The thread's CPU clock when the first look was taken; 0: not yet.
  int64_t started;
  /// A clock on the wall at that time.
  int64_t startedOnWall;
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

/// Takes from a budget for work that may have taken long, and looks at the clock; false once it is used up.
bool lrs_spendLong(LRSBudget *_Nullable budget, int64_t instructions);

#endif
