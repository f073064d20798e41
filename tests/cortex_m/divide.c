/* What a compiler for a processor without division calls; slow and short. */
typedef struct {
  unsigned quotient, rest;
} divided;

static divided divide(unsigned a, unsigned b) {
  divided d = {0, 0};
  for (int k = 31; k >= 0; --k) {
    d.rest = d.rest << 1 | (a >> k & 1u);
    if (d.rest >= b) d.rest -= b, d.quotient |= 1u << k;
  }
  return d;
}

unsigned __aeabi_uidiv(unsigned a, unsigned b) { return divide(a, b).quotient; }
unsigned long long __aeabi_uidivmod(unsigned a, unsigned b) {
  const divided d = divide(a, b);
  return (unsigned long long)d.rest << 32 | d.quotient;
}
unsigned long long __aeabi_idivmod(int a, int b) {
  const divided d = divide(a < 0 ? 0u - (unsigned)a : (unsigned)a, b < 0 ? 0u - (unsigned)b : (unsigned)b);
  const unsigned q = (a < 0) != (b < 0) ? 0u - d.quotient : d.quotient, r = a < 0 ? 0u - d.rest : d.rest;
  return (unsigned long long)r << 32 | q;
}
int __aeabi_idiv(int a, int b) { return (int)(unsigned)__aeabi_idivmod(a, b); }
