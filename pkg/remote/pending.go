package remote

import (
	"context"
	"errors"
)

// The requests of the host that have no answer yet.

// waiting is a request of the host that has no answer yet.
type waiting struct {
	request
	modern    bool
	listens   bool // it stays so by design
	cancelled bool
	cancel    context.CancelFunc
}

// waits says whether the host waits for something.
func (b *Bridge) waits() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.pending {
		if !p.listens && !p.cancelled {
			return true
		}
	}
	return false
}

// register notes requests before they are sent.
func (b *Bridge) register(m *message, cancel context.CancelFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range m.requests {
		b.pending[r.key] = &waiting{request: r, modern: m.modern != "", listens: m.method == "subscriptions/listen", cancel: cancel}
	}
}

// drop cancels a request. In the stateless revisions the end of its stream is what
// tells the server; before them a notification does, which true keeps from going.
func (b *Bridge) drop(key string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pending[key]
	if p == nil {
		return false
	}
	p.cancelled = true
	if p.modern {
		delete(b.pending, key)
		p.cancel()
	}
	return p.modern
}

// fail answers those of some requests that have no answer yet.
func (b *Bridge) fail(requests []request, why refusal) {
	for _, r := range requests {
		b.mu.Lock()
		p := b.pending[r.key]
		delete(b.pending, r.key)
		b.mu.Unlock()
		if p != nil && !p.cancelled && b.ctx.Err() == nil {
			b.write(why.answer(r.id))
		}
	}
}

// open are those of some requests that have no answer yet.
func (b *Bridge) open(requests []request) (left []request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range requests {
		if p := b.pending[r.key]; p != nil && !p.cancelled {
			left = append(left, r)
		}
	}
	return left
}

// die ends everything because the server is lost for good. Whoever waits learns it.
func (b *Bridge) die(why refusal) {
	b.mu.Lock()
	var all []request
	for _, p := range b.pending {
		all = append(all, p.request)
	}
	b.mu.Unlock()
	b.fail(all, why)
	b.cancel(errors.New(why.text))
}
