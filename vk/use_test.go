package vk

import "testing"

func TestUseTable(t *testing.T) {
	names := map[string]bool{}
	for u := range useCount {
		e := uses[u]
		if e.name == "" || names[e.name] {
			t.Errorf("use %d is called %q", u, e.name)
		}
		names[e.name] = true
		if u == UseNone || u == Present {
			continue
		}
		if !e.reads && !e.writes || e.stage == 0 || e.access == 0 {
			t.Errorf("%v neither reads nor writes, or synchronises nothing", u)
		}
		const writes = accessColorWrite | accessDepthWrite | accessTransferWrite | accessStorageWrite | accessMemoryWrite
		if e.writes != (e.access&writes != 0) {
			t.Errorf("%v: its accesses and Writes differ", u)
		}
		if (e.image != 0) && e.layout == layoutUndefined {
			t.Errorf("%v has no layout", u)
		}
	}
}

func TestUseSet(t *testing.T) {
	s := Uses(SampledCompute, DepthTest).Add(UseNone)
	if l, ok := s.Layout(); !ok || l != layoutReadOnly || s.Writes() || !s.Has(DepthTest) || s.Has(DepthWrite) {
		t.Errorf("%v: layout %d %v", s, l, ok)
	}
	if got := s.String(); got != "depth-test+sampled-compute" {
		t.Errorf("%q", got)
	}
	if _, ok := Uses(SampledCompute, StorageReadCompute).Layout(); ok {
		t.Error("two layouts at once")
	}
	if stage, access := Uses(ColorWrite, SampledCompute).sync(); stage != stageColor|stageCompute || access != accessColorRead|accessColorWrite|accessSampledRead {
		t.Errorf("%x %x", stage, access)
	}
	if !Uses(HostRead, TransferWrite).Writes() || UseSet(0).String() != "none" {
		t.Error("writes or none")
	}
}

func TestFormats(t *testing.T) {
	for f, e := range formats {
		if e.bytes <= 0 || f.String() != e.name || f.Depth() != (f == D32F) {
			t.Errorf("%d: %+v", f, e)
		}
	}
	if got := Format(7).String(); got != "format(7)" || FormatNone.String() != "none" || FormatNone.Bytes() != 0 {
		t.Error(got)
	}
}
