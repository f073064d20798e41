/* What the headers and the C++ library of a newer glibc ask for, and version 2.28 has not: linked into the module of a wheel
 * for manylinux_2_28 (build_wheel.sh), and visible there alone. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define INSIDE __attribute__((visibility("hidden")))

/* glibc 2.32: 0 says that there may be several threads, so that counters of references are atomic. */
INSIDE char __libc_single_threaded = 0;

/* glibc 2.33 has these as functions; before, inline functions called the ones with the version of the struct, which is the same
 * with and without the 64 where a long has 64 bits. */
#if defined(__x86_64__)
enum { version_of_stat = 1 };
#else
enum { version_of_stat = 0 };
#endif
struct stat;
extern int __fxstat(int version, int file, struct stat* told);
extern int __xstat(int version, const char* path, struct stat* told);
extern int __lxstat(int version, const char* path, struct stat* told);
extern int __fxstatat(int version, int folder, const char* path, struct stat* told, int flags);
#define OF_ONE_NAME(f, s, l, a)                                                                       \
  INSIDE int f(int file, struct stat* told) { return __fxstat(version_of_stat, file, told); }         \
  INSIDE int s(const char* path, struct stat* told) { return __xstat(version_of_stat, path, told); }  \
  INSIDE int l(const char* path, struct stat* told) { return __lxstat(version_of_stat, path, told); } \
  INSIDE int a(int folder, const char* path, struct stat* told, int flags) {                          \
    return __fxstatat(version_of_stat, folder, path, told, flags);                                    \
  }
OF_ONE_NAME(fstat, stat, lstat, fstatat)
OF_ONE_NAME(fstat64, stat64, lstat64, fstatat64)

/* glibc 2.36: std::random_device. */
INSIDE uint32_t arc4random(void) {
  uint32_t random = 0;
  while (syscall(SYS_getrandom, &random, sizeof random, 0) != (long)sizeof random) continue;
  return random;
}

/* glibc 2.30: std::condition_variable waits by the steady clock. By the other clock, which may be set meanwhile, as older C++ libraries
 * did: the C++ library looks at the steady one afterwards, so that a wait is never too short. */
INSIDE int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const struct timespec* end) {
  struct timespec now, wall;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &wall);
  wall.tv_sec += end->tv_sec - now.tv_sec;
  wall.tv_nsec += end->tv_nsec - now.tv_nsec;
  if (wall.tv_nsec < 0) {
    wall.tv_nsec += 1000000000;
    --wall.tv_sec;
  } else if (wall.tv_nsec >= 1000000000) {
    wall.tv_nsec -= 1000000000;
    ++wall.tv_sec;
  }
  return pthread_cond_timedwait(condition, mutex, &wall);
}
