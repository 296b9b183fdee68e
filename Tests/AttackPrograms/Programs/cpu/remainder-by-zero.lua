-- expect: runtime
return 1 % 0
