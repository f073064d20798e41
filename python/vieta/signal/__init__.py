"""Filters and linear systems by roots that come with a proof: what `scipy.signal` does by `numpy.roots`, under its names.

Coefficients are those of scipy.signal: b and a, highest power first (of s, or of z; for `residuez` those of z^0, z^-1, ...).
Floats are taken as exactly what they store, and `fractions.Fraction` and `decimal.Decimal` as well.

>>> from vieta import signal
>>> signal.is_stable([1, 2, 3])                                # 1 / (s^2 + 2 s + 3)
Stability('yes')
>>> signal.is_stable([1, -1], dt=True).answer                  # the integrator: a pole on the unit circle
'no'
>>> r, p, k = signal.residue([1], [1, -3, 3, -1])              # 1 / (s - 1)^3
>>> (r.real, p.real)
(array([0., 0., 1.]), array([1., 1., 1.]))
"""

from ._locus import root_locus as root_locus
from ._margins import Margins as Margins
from ._margins import margins as margins
from ._residues import residue as residue
from ._residues import residuez as residuez
from ._sections import tf2sos as tf2sos
from ._sections import tf2zpk as tf2zpk
from ._stability import Stability as Stability
from ._stability import is_stable as is_stable
