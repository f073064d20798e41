"""Arrays that lie on a GPU: what comes in, what goes out."""
