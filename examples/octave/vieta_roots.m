% [Z, RADIUS, MULTIPLICITY, PROVEN] = vieta_roots (P)
%
% All roots of a polynomial, each with a disc that is proven to hold it: root k is within RADIUS(k) of Z(k).
% P has the coefficients, that of the highest power first, as for `roots`; or is a text, taken exactly as it is
% written: "x^2 - 1/3". A multiple root is one row, with its MULTIPLICITY.
%
%     [z, radius] = vieta_roots (poly (1:20))
%
% This file is the description; vieta_roots.c is what runs:
%     mkoctfile --mex vieta_roots.c -lvieta
