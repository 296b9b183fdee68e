#include "CLuaSupport.h"

// SOURCE: swift/Runtime/HeapObject.h. The runtime exports it for weak references of Objective-C.
void *swift_tryRetain(void *object);

void *lrs_tryRetain(void *object) {
  return swift_tryRetain(object);
}
