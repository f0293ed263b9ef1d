// A target needs a source; the precompiled headers of the tests belong to this one.
