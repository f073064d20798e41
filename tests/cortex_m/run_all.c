/* Runs f on every input on a bare Cortex-M under an emulator, and prints by semihosting: a sum over all values, in which
   their order counts, and how many instructions a call takes. */
#include <stdint.h>

#include "f.h"

extern uint32_t stack_top;

static uint32_t call(uint32_t operation, const void *argument) {
  register uint32_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static void print(uint32_t value) {
  char text[12];
  int at = 11;
  text[11] = 0;
  text[--at] = '\n';
  do text[--at] = (char)('0' + value % 10);
  while ((value /= 10) != 0);
  call(4, text + at); /* SYS_WRITE0 */
}

/* The clock of the emulator counts instructions (-icount). */
#define SYST_CSR (*(volatile uint32_t *)0xe000e010)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018)

__attribute__((noinline)) static output called(input x) { return f(x); }
__attribute__((noinline)) static output nothing(input x) { return (output)x; }

/* One instruction more than `nothing` for each of them. */
__attribute__((noinline)) static output hundred(input x) {
  __asm__ volatile(".rept 100\n nop\n .endr");
  return (output)x;
}

static uint32_t ticks(output (*volatile g)(input)) {
  const int calls = 1000;
  volatile output kept;
  SYST_RVR = 0xffffff;
  SYST_CVR = 0;
  SYST_CSR = 5; /* the processor's clock */
  const uint32_t begin = SYST_CVR;
  /* Spread over the domain, since some functions have parts of their own at its ends. */
  const int32_t apart = (LAST - FIRST) / calls > 0 ? (LAST - FIRST) / calls : 1;
  for (int32_t k = 0; k < calls; ++k) kept = g((input)(FIRST + k * apart % (LAST - FIRST + 1)));
  const uint32_t end = SYST_CVR;
  (void)kept;
  return (begin - end) & 0xffffff;
}

void start(void) {
  uint32_t sum = 0;
  for (int32_t x = FIRST; x <= LAST; ++x) sum = sum * 31 + (uint32_t)(int32_t)called((input)x);
  print(sum);
  print(ticks(called) - ticks(nothing));
  print(ticks(hundred) - ticks(nothing));
  call(0x18, (const void *)0x20026); /* SYS_EXIT: ADP_Stopped_ApplicationExit */
  for (;;) {
  }
}

__attribute__((section(".vectors"), used)) static const void *const vectors[2] = {&stack_top, (const void *)start};
