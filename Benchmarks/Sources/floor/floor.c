// The least work a tool without an index can do on a vault, as a yardstick for `tl`.
//
//   floor DIR h|f|s THREADS
//
// Lists the folders below DIR, then visits every note with THREADS threads, each note relative to
// the descriptor of its folder:
//   h  opens it and reads its first 4096 bytes
//   f  opens it and reads all of it
//   s  asks for its size and opens nothing
// Holds at most 10,000 folders open: where there are more, it lists that many, visits their notes,
// closes them, and goes on.
//
// Prints the number of notes and of bytes. Names that begin with a dot and `.media` folders are
// left out, links are not followed, as in `tl`.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_BYTES = 4096, BUFFER_BYTES = 1 << 20, NOTES_PER_TURN = 64, MAX_THREADS = 64,
       OPEN_FOLDERS = 10000 };

struct note {
  int folder;        // descriptor of the folder that holds the note
  size_t name;       // where its name begins in `names`
};

static struct {
  struct note *items;
  size_t count, room;
} notes;

static struct {
  char *bytes;
  size_t used, room;
} names;

static struct {
  int *items;
  size_t count, room;
} pending;  // folders still to be listed

static struct {
  int items[OPEN_FOLDERS];
  size_t count;
} listed;  // folders whose notes are still to be visited

static char mode;
static unsigned long long notes_seen;
static atomic_size_t next_note;
static atomic_ullong bytes_seen;

static void give_up(const char *what) {
  fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
  exit(2);
}

// Room for `wanted` items of `size` bytes behind `items`.
static void *grown(void *items, size_t *room, size_t wanted, size_t size) {
  if (wanted <= *room) return items;
  *room = wanted * 2 + 1024;
  void *larger = realloc(items, *room * size);
  if (!larger) give_up("memory");
  return larger;
}

static bool ends_with(const char *name, size_t length, const char *end) {
  size_t tail = strlen(end);
  return length > tail && memcmp(name + length - tail, end, tail) == 0;
}

static void remember_note(int folder, const char *name, size_t length) {
  notes.items = grown(notes.items, &notes.room, notes.count + 1, sizeof *notes.items);
  names.bytes = grown(names.bytes, &names.room, names.used + length + 1, 1);
  memcpy(names.bytes + names.used, name, length + 1);
  notes.items[notes.count++] = (struct note){folder, names.used};
  names.used += length + 1;
}

static void remember_folder(int parent, const char *name) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  if (folder < 0) give_up(name);
  pending.items = grown(pending.items, &pending.room, pending.count + 1, sizeof *pending.items);
  pending.items[pending.count++] = folder;
}

// The folder's descriptor stays open: its notes are opened relative to it.
static void list_folder(int folder) {
  DIR *listing = fdopendir(dup(folder));
  if (!listing) give_up("folder");
  for (struct dirent *entry; (entry = readdir(listing));) {
    const char *name = entry->d_name;
    size_t length = strlen(name);
    if (name[0] == '.') continue;
    if (entry->d_type == DT_DIR) {
      if (!ends_with(name, length, ".media")) remember_folder(folder, name);
    } else if (entry->d_type == DT_REG && ends_with(name, length, ".md")) {
      remember_note(folder, name, length);
    }
  }
  closedir(listing);
  listed.items[listed.count++] = folder;
}

static uint64_t visit(const struct note *note, char *buffer) {
  const char *name = names.bytes + note->name;
  if (mode == 's') {
    struct stat status;
    if (fstatat(note->folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) give_up(name);
    return (uint64_t)status.st_size;
  }
  int file = openat(note->folder, name, O_RDONLY);
  if (file < 0) give_up(name);
  uint64_t total = 0;
  ssize_t got;
  if (mode == 'h') {
    got = read(file, buffer, HEAD_BYTES);
    if (got > 0) total = (uint64_t)got;
  } else {
    while ((got = read(file, buffer, BUFFER_BYTES)) > 0) total += (uint64_t)got;
  }
  if (got < 0) give_up(name);
  close(file);
  return total;
}

static void *visit_in_turns(void *unused) {
  (void)unused;
  char *buffer = malloc(BUFFER_BYTES);
  if (!buffer) give_up("memory");
  uint64_t total = 0;
  for (size_t first; (first = atomic_fetch_add(&next_note, NOTES_PER_TURN)) < notes.count;) {
    size_t end = first + NOTES_PER_TURN < notes.count ? first + NOTES_PER_TURN : notes.count;
    for (size_t i = first; i < end; i++) total += visit(&notes.items[i], buffer);
  }
  atomic_fetch_add(&bytes_seen, total);
  free(buffer);
  return NULL;
}

// Visits the notes of the folders listed so far, and forgets both.
static void visit_notes(int threads) {
  pthread_t started[MAX_THREADS];
  next_note = 0;
  for (int i = 0; i < threads; i++) {
    if (pthread_create(&started[i], NULL, visit_in_turns, NULL) != 0) give_up("thread");
  }
  for (int i = 0; i < threads; i++) pthread_join(started[i], NULL);
  for (size_t i = 0; i < listed.count; i++) close(listed.items[i]);
  notes_seen += notes.count;
  listed.count = notes.count = names.used = 0;
}

static void allow_many_descriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int count, char **words) {
  int threads = count == 4 ? atoi(words[3]) : 0;
  if (count != 4 || strlen(words[2]) != 1 || !strchr("hfs", words[2][0]) || threads < 1 ||
      threads > MAX_THREADS) {
    fprintf(stderr, "usage: floor DIR h|f|s THREADS\n");
    return 64;
  }
  mode = words[2][0];
  allow_many_descriptors();
  remember_folder(AT_FDCWD, words[1]);
  while (pending.count > 0) {
    while (pending.count > 0 && listed.count < OPEN_FOLDERS) {
      list_folder(pending.items[--pending.count]);
    }
    visit_notes(threads);
  }
  printf("%llu %llu\n", notes_seen, (unsigned long long)bytes_seen);
  return 0;
}
