package folder

import (
	"iter"
	"runtime"
	"sync"
)

// ahead is how many are worked on or wait to be taken, for each core: one that is
// large must not keep the other cores waiting.
const ahead = 16

// InOrder calls work for all that comes, on all cores, and take for each with what
// work gave, in the order in which they came. What is under way is bounded.
func InOrder[T, R any](all iter.Seq[T], work func(T) R, take func(T, R)) {
	type job struct {
		t    T
		done chan R
	}
	cores := runtime.GOMAXPROCS(0)
	todo, order := make(chan job), make(chan job, cores*ahead)
	for range cores {
		go func() {
			for j := range todo {
				j.done <- work(j.t)
			}
		}()
	}
	go func() {
		defer close(order)
		defer close(todo)
		for t := range all {
			j := job{t, make(chan R, 1)}
			order <- j
			todo <- j
		}
	}()
	for j := range order {
		take(j.t, <-j.done)
	}
}

// Budget bounds what several take at a time, such as memory.
type Budget struct {
	mu    sync.Mutex
	given sync.Cond
	all   int64
	taken int64
}

// NewBudget is a budget of that much.
func NewBudget(all int64) *Budget {
	b := &Budget{all: all}
	b.given.L = &b.mu
	return b
}

// Take waits until there is as much, and gives the way to give it back. Who needs
// more than there is at all gets everything, and is alone.
func (b *Budget) Take(n int64) (back func()) {
	n = min(max(n, 0), b.all)
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.taken+n > b.all {
		b.given.Wait()
	}
	b.taken += n
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.taken -= n
		b.given.Broadcast()
	}
}
