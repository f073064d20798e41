#pragma once

#include "roots/batch/finish.hpp"

// What is known of a polynomial whose roots are not all told apart: discs that hold several. Derivation:
// docs/method/root_batches.md. One thread does it for a polynomial, in O(degree^3) operations at most; it is rare.

namespace vieta::root_batches {

/// The nodes of one polynomial in groups: a disc, and how many roots it holds, at each place of a group.
struct group_arrays {
  disc_arrays disc;
  double *first, *size;  ///< of the group: its first place, as a label; its number of places
};

namespace groups {

VT_HD double distance(const complex<double>& a, const complex<double>& b) { return sqrt(norm(complex<double>(a - b))); }

VT_HD void set_disc(const group_arrays& a, int degree, double label, const complex<double>& centre, double radius) {
  for (int k = 0; k < degree; ++k) {
    if (a.first[k] != label) continue;
    store(a.disc.centre, k, centre);
    a.disc.radius[k] = radius;
  }
}

/// One group becomes part of another one; the disc is that about the mean of all nodes.
VT_HD void merge(const group_arrays& a, int degree, const point_arrays& node, const double* reach, int into, int from) {
  const double label = a.first[into], gone = a.first[from];
  complex<double> sum = {0.0, 0.0};
  double size = 0;
  for (int k = 0; k < degree; ++k) {
    if (a.first[k] == gone) a.first[k] = label;
    if (a.first[k] != label) continue;
    sum = sum + load<double>(node, k);
    ++size;
  }
  const complex<double> centre = {sum.re / size, sum.im / size};
  double radius = 0;
  for (int k = 0; k < degree; ++k) {
    if (a.first[k] != label) continue;
    a.size[k] = size;
    radius = max(radius, (distance(load<double>(node, k), centre) + reach[k]) * up);
  }
  set_disc(a, degree, label, centre, radius);
}

/// No disc of another group is nearer to the centre of group i than that.
VT_HD double room(const group_arrays& a, int degree, int i) {
  const complex<double> centre = load<double>(a.disc.centre, i);
  double least = 0x1p900;
  for (int k = 0; k < degree; ++k) {
    if (a.first[k] == a.first[i]) continue;
    least = min(least, distance(load<double>(a.disc.centre, k), centre) * (2 - up) - a.disc.radius[k]);
  }
  return least * (2 - up);
}

}  // namespace groups

/// Disjoint discs, each with as many roots as it has places, from nodes and their Gerschgorin radii. False if those are
/// not all finite.
VT_HD bool group_nodes(const group_arrays& a, int degree, const point_arrays& node, const double* reach) {
  for (int k = 0; k < degree; ++k) {
    if (!(reach[k] < 0x1p900)) return false;
    a.first[k] = k;
    a.size[k] = 1;
    store(a.disc.centre, k, load<double>(node, k));
    a.disc.radius[k] = reach[k];
  }
  for (bool merged = true; merged;) {
    merged = false;
    for (int i = 0; i < degree; ++i) {
      for (int k = i + 1; k < degree; ++k) {
        if (a.first[i] == a.first[k]) continue;
        const double apart = groups::distance(load<double>(a.disc.centre, i), load<double>(a.disc.centre, k));
        if (apart > (a.disc.radius[i] + a.disc.radius[k]) * up) continue;
        groups::merge(a, degree, node, reach, i, k);
        merged = true;
      }
    }
  }
  return true;
}

/// Discs of a real polynomial: those whose mirror image holds the same roots get a centre on the real axis, and others
/// below it the mirror image of the one above that holds their conjugates.
VT_HD void mirror_groups(const group_arrays& a, int degree) {
  for (int i = 0; i < degree; ++i) {
    const complex<double> c = load<double>(a.disc.centre, i);
    const double radius = a.disc.radius[i];
    if (a.first[i] != i || c.im == 0) continue;
    if ((2 * abs(c.im) + radius) * up < groups::room(a, degree, i)) groups::set_disc(a, degree, i, {c.re, 0.0}, radius);
  }
  for (int i = 0; i < degree; ++i) {
    const complex<double> c = load<double>(a.disc.centre, i);
    if (a.first[i] != i || !(c.im < 0)) continue;
    const double room = groups::room(a, degree, i);
    for (int k = 0; k < degree; ++k) {
      const complex<double> other = conj(load<double>(a.disc.centre, k));
      const double radius = a.disc.radius[k];
      if (a.first[k] != k || a.size[k] != a.size[i] || !(other.im < 0)) continue;
      if ((groups::distance(other, c) + radius) * up < room) {
        groups::set_disc(a, degree, i, other, radius);
        break;
      }
    }
  }
}

}  // namespace vieta::root_batches
