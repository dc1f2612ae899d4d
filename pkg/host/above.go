package host

// Above is a file that nobody but its owner writes, and that counts beside or
// before the user's own: what is installed may be changed or forbidden there. So is
// one in which others put servers and which the host does not read.
// Policies that are no file (those of a service, MDM, the registry) are not
// looked at.
type Above struct {
	// wire.ScopeSystem, ScopeManaged, ScopeProfile, or ScopeUser and ScopeProject for a
	// file in a language of its own.
	Scope    string
	At       Loc      // "*" in one of its names stands for anything, as the name of a profile
	Surfaces []string // which it can change or forbid; empty: none, it fills in what is not said elsewhere
	If       []Const  // it counts with one of these settings alone; "*" is any key, no value any value
	Unless   []Const  // it does not count with one of these
	Off      []Const  // settings with which they are off for sure
	Always   bool     // they are off as soon as it is there
	Why      string   // what it does, in words
}
