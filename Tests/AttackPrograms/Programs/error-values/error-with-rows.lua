-- expect: runtime
error("first\nerror: second [budget]\n  hint: third")
