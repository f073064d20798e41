% Wilkinson's polynomial, whose coefficients in doubles are no longer exactly those of (x-1)(x-2)...(x-20):
% what `roots` makes of it, and which roots the polynomial that is stored has.
p = poly (1:20);
plain = sort (roots (p));
[z, radius] = vieta_roots (p);
z = sort (z);
printf ("%28s   %28s\n", "roots", "vieta");
for k = 1:20
  printf ("%16.10f %+10.3gi   %16.10f %+10.3gi\n", real (plain(k)), imag (plain(k)), real (z(k)), imag (z(k)));
end
printf ("every one of the second column is within %.1g of a true root: proven\n", max (radius));
