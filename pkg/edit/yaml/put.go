package yaml

import "agentconnector/pkg/edit/value"

// put makes the value at a way be v with as few splices as that takes.
func (d *doc) put(way []step, v value.Value) error {
	n := d.find(way)
	switch {
	case n == nil:
		return d.insert(way, v)
	case value.Equal(n.json(), v):
		return nil
	case n.kind == mapping && v.Kind == value.Object && !n.hollow() && !v.Empty():
		return d.merge(way, v)
	case n.kind == sequence && v.Kind == value.Array && !n.hollow() && !v.Empty():
		return d.mergeList(way, v)
	}
	return d.replace(n, v)
}

func extend(way []step, s step) []step { return append(way[:len(way):len(way)], s) }

// merge makes a mapping equal to v, key by key. What is gone goes last: the
// mapping must not be empty on the way.
func (d *doc) merge(way []step, v value.Value) error {
	want := map[string]bool{}
	for i, k := range v.Keys {
		want[k] = true
		if err := d.put(extend(way, step{k, isKey}), v.Kids[i]); err != nil {
			return err
		}
	}
	for i := len(d.find(way).kids) - 1; i >= 0; i-- {
		n := d.find(way)
		if k := n.kids[i].key.target(); k.kind != scalar || n.kids[i].merges() || !want[k.y.Value] {
			if err := d.drop(n.kids[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// mergeList does the same for a list, by position.
func (d *doc) mergeList(way []step, v value.Value) error {
	for i, kid := range v.Kids {
		if err := d.put(extend(way, step{"", i}), kid); err != nil {
			return err
		}
	}
	for n := d.find(way); len(n.kids) > len(v.Kids); n = d.find(way) {
		if err := d.drop(n.kids[len(n.kids)-1]); err != nil {
			return err
		}
	}
	return nil
}
