-- expect: runtime
error("1:99999: [budget] more than 5 instructions were used")
