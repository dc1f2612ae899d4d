package tokens

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func zzcode() string {
	var all strings.Builder
	filepath.WalkDir(filepath.Join(runtime.GOROOT(), "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.Contains(path, "testdata") {
			return err
		}
		raw, _ := os.ReadFile(path)
		all.Write(raw)
		if all.Len() >= 2<<20 {
			return fs.SkipAll
		}
		return nil
	})
	return all.String()
}
func BenchmarkZZ(b *testing.B) {
	e, _ := Get(Default)
	s := zzcode()
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		e.Count(s)
	}
}
func TestZZStat(t *testing.T) {
	e, _ := Get(Default)
	s := zzcode()
	hist := map[int]int{}
	var b = &bench{match: make([]match, e.table.longest)}
	b.ready(len(s))
	miss, hits, zero, long, one := 0, 0, 0, 0, 0
	for i := 0; i < len(s)-16; {
		j := e.next(s, i)
		if ascii200(s, i) == 0 {
			zero++
		}
		n := j - i
		hist[min(n, 20)]++
		if n == 1 {
			one++
		} else if n > 16 {
			long++
		} else {
			low := load64(s, i)
			if n <= 8 {
				low &= ^uint64(0) >> (64 - 8*uint8(n))
				m := &b.seen.short[(low^uint64(n))*0xD6E8FEB86659FD93>>49]
				if m.word == low && int(m.size) == n {
					hits++
				} else {
					miss++
				}
			}
			e.remembered(s, i, j, b)
		}
		i = j
	}
	t.Log("pieces one", one, "long", long, "zero", zero, "short hits", hits, "miss", miss, hist)
}

func zzcpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
func TestZZCPU(t *testing.T) {
	e, _ := Get(Default)
	s := zzcode()
	runtime.GC()
	best := 1e9
	for range 40 {
		a := zzcpu()
		e.Count(s)
		best = min(best, zzcpu()-a)
	}
	t.Logf("%.1f MB/s", float64(len(s))/1e6/best)
}
