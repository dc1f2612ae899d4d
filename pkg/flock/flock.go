// Package flock has the locks of files that die with their process, as each
// system has them.
package flock

import "errors"

// ErrNoLocks is a file system that has no locks. What needs none, such as a record that
// is appended in one write, can go on.
var ErrNoLocks = errors.New("the file system has no locks")

// ErrBusy is a lock that somebody else holds.
var ErrBusy = errors.New("locked by another program")
