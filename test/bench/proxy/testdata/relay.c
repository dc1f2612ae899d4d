/* The least that stands between two programs: relay COMMAND [ARG…] copies stdin
   to the command's input and its output to stdout, each direction in a thread of
   its own, 64 KiB at a time. It looks at nothing. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct way { int from, to; };

static void *copy(void *p) {
	struct way *w = p;
	static __thread char buf[65536];
	ssize_t n;
	while ((n = read(w->from, buf, sizeof buf)) > 0)
		for (ssize_t done = 0, k; done < n; done += k)
			if ((k = write(w->to, buf + done, n - done)) < 0)
				exit(1);
	close(w->to);
	return NULL;
}

int main(int argc, char **argv) {
	int in[2], out[2];
	pthread_t t;
	if (argc < 2 || pipe(in) || pipe(out))
		return 1;
	if (fork() == 0) {
		dup2(in[0], 0); dup2(out[1], 1);
		close(in[0]); close(in[1]); close(out[0]); close(out[1]);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	close(in[0]); close(out[1]);
	struct way there = {0, in[1]}, back = {out[0], 1};
	if (pthread_create(&t, NULL, copy, &there))
		return 1;
	copy(&back);
	wait(NULL);
	return 0;
}
