package main

import (
	"context"
	"maps"
	"os"
	"time"
)

// stamps are what tells a file from what it was: when it was written, and its size. A file that is not there has none.
type stamps map[string]stamp

type stamp struct {
	at   time.Time
	size int64
}

func stampsOf(files []string) stamps {
	s := stamps{}
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			s[f] = stamp{info.ModTime(), info.Size()}
		}
	}
	return s
}

// before is what files are taken for that were read some time ago, began being just before: what they are known to have
// been, else what they are, if they have not been written since.
func (s stamps) before(were stamps, began time.Time) stamps {
	for file, now := range s {
		if was, ok := were[file]; ok {
			s[file] = was
		} else if now.at.After(began) {
			s[file] = stamp{}
		}
	}
	return s
}

// changed returns a channel that is closed once files are not what they were and have kept still for a pause since: what
// is being written, or being put in place by renaming, is left alone. Looking at them works on network drives too, where
// nobody says what has changed. The watch ends with ctx.
func changed(ctx context.Context, files []string, were stamps, pause time.Duration) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		last := were
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
			now := stampsOf(files)
			if !maps.Equal(now, were) && maps.Equal(now, last) {
				close(done)
				return
			}
			last = now
		}
	}()
	return done
}
