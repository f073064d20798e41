% [X, RADIUS, NAMES, COMPLETE] = vieta_solve (SYSTEM)
%
% All isolated complex solutions of a system of polynomial equations: a row of X for each, a column for each variable, in
% the order in which they occur. Solution k is within RADIUS(k) of its row in every coordinate, proven; infinite without
% a proof. COMPLETE: it is proven that none is missing.
%
%     [x, radius, names] = vieta_solve ("x^2 + y^2 - 4; x*y - 1")
%
% This file is the description; vieta_solve.c is what runs:
%     mkoctfile --mex vieta_solve.c -lvieta
