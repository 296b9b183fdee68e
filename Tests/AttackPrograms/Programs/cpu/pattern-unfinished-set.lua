-- expect: runtime
return ("a"):find("[a")
