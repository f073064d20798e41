roots <- function(z) {
  answer <- .Call(C_roots, if (is.character(z)) z else as.complex(z), is.complex(z))
  statuses <- c("isolated", "cluster", "wide", "unproven", "at_border", "multiple")
  data.frame(value = answer[[1]], radius = answer[[2]], multiplicity = answer[[3]],
             status = statuses[answer[[4]] + 1L], real = answer[[5]], stringsAsFactors = FALSE)
}

real_roots <- function(z, lo = -Inf, hi = Inf) {
  if (!is.numeric(z)) stop("real_roots: found ", class(z)[1], ", expected numbers")
  rows <- if (is.matrix(z)) z else matrix(z, nrow = 1)
  storage.mode(rows) <- "double"
  answer <- .Call(C_real_roots, t(rows), as.double(lo), as.double(hi))
  statuses <- c("ok", "touching", "unresolved", "zero_polynomial", "bad_input", "clustered")
  structure(t(answer[[1]]), status = statuses[answer[[2]] + 1L])
}

solve_system <- function(system) {
  answer <- .Call(C_solve_system, paste(system, collapse = "; "))
  x <- t(answer[[1]])
  colnames(x) <- answer[[2]]
  list(x = x, radius = answer[[3]], certified = answer[[4]], real = answer[[5]], multiplicity = answer[[6]],
       complete = answer[[7]])
}

vieta_version <- function() .Call(C_version)
