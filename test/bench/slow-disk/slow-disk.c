/* Loaded before the C library (LD_PRELOAD): each sync of a file takes SLOW_DISK_MS milliseconds longer, as on a slow disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

typedef int (*sync_call)(int file);

static sync_call real_fsync;
static sync_call real_fdatasync;
static struct timespec delay;

__attribute__((constructor)) static void start(void) {
  const char *text = getenv("SLOW_DISK_MS");
  double milliseconds = text ? strtod(text, NULL) : 0;
  delay.tv_sec = (time_t)(milliseconds / 1000);
  delay.tv_nsec = (long)((milliseconds - (double)delay.tv_sec * 1000) * 1000000);
  real_fsync = (sync_call)dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = (sync_call)dlsym(RTLD_NEXT, "fdatasync");
}

static int slowly(sync_call real, int file) {
  struct timespec left = delay;
  while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
  return real(file);
}

int fsync(int file) { return slowly(real_fsync, file); }
int fdatasync(int file) { return slowly(real_fdatasync, file); }
