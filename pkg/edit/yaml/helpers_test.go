package yaml

func permutations(n int) (out [][]int) {
	var walk func(done []int)
	walk = func(done []int) {
		if len(done) == n {
			out = append(out, append([]int{}, done...))
			return
		}
	next:
		for i := range n {
			for _, d := range done {
				if d == i {
					continue next
				}
			}
			walk(append(done[:len(done):len(done)], i))
		}
	}
	walk(nil)
	return out
}
