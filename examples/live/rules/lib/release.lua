--- The release that is served; whatever names it requires this module.
return { name = "1.0", color = "teal" }
