-- expect: undefined-global loadfile
return loadfile("/etc/passwd")
