% [X, STATUS] = vieta_real_roots (P, LO, HI)
%
% The real roots from LO to HI (without them: all) of many polynomials of the same degree, 64 at most: a row of P for
% each, the coefficient of the highest power first. A row of X has its roots, ascending, then NaN. STATUS is 0 where all
% are listed, 1 where one touches zero without a change of sign, 2 where something could not be decided, 3 for zero, 4
% for NaN and infinities, 5 where three or more are one as far as rounding tells.
%
% This file is the description; vieta_real_roots.c is what runs:
%     mkoctfile --mex vieta_real_roots.c -lvieta
