% The MEX files of examples/octave, from Octave.
[z, radius, multiplicity, proven] = vieta_roots ([1 0 0 0 -1 -1]);
assert (size (z), [5 1]);
assert (all (proven) && all (radius < 1e-15) && all (multiplicity == 1));
assert (sort (abs (z)), sort (abs (roots ([1 0 0 0 -1 -1]))), 1e-12);
z = vieta_roots ([1 2i -1]);
assert (abs (z + 1i) < 1e-15);
[z, radius, multiplicity] = vieta_roots ("(x - 1/3)^2*(x + 2)");
assert (sort (multiplicity), [1; 2]);
assert (isempty (vieta_roots (5)));
[x, status] = vieta_real_roots ([1 0 -1; 1 0 1; 1 -2 1; NaN 0 1]);
assert (x, [-1 1; NaN NaN; 1 NaN; NaN NaN]);
assert (status, [0; 0; 1; 4]);
assert (vieta_real_roots ([1 0 -1; 2 -1 0], 0, 10), [1 NaN; 0 0.5]);
assert (size (vieta_real_roots (zeros (0, 3))), [0 2]);
[x, radius, names, complete] = vieta_solve ("x^2 + y^2 - 4; x*y - 1");
assert (size (x), [4 2]);
assert (real (x(:,1) .* x(:,2)), ones (4, 1), 1e-14);
assert (all (radius < 1e-14) && complete && isequal (names, {"x", "y"}));

% What is wrong is an error of Octave, with the library's line.
function refused (expected, varargin)
  try
    feval (varargin{:});
  catch problem
    assert (! isempty (strfind (problem.message, expected)), problem.message);
    return
  end
  error ("no error where %s was expected", expected);
end
refused ("found", "vieta_roots", "x^2 -");
refused ("found zero", "vieta_roots", [0 0]);
refused ("NaN", "vieta_roots", [1 NaN]);
refused ("expected", "vieta_roots", {1});
refused ("expected", "vieta_roots", single ([1 2]));
refused ("number of arguments", "vieta_roots");
refused ("65", "vieta_real_roots", ones (1, 70));
refused ("real matrix", "vieta_real_roots", [1 2i]);
refused ("equations", "vieta_solve", 1);
refused ("variables", "vieta_solve", "x + y");
assert (isempty (strfind (help ("vieta_roots"), "RADIUS")) == false);
disp ("all right");
