-- expect: runtime
return string.packsize("c2147483647c2147483647")
