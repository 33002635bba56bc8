package vk

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const bindingPath = "github.com/vulkan-go/vulkan"

// unsafeCalls are the functions of vulkan-go that copy slices of structs to C memory and let a finalizer free it
// while the driver reads.
var unsafeCalls = []string{
	"CmdBlitImage", "CmdClearAttachments", "CmdClearColorImage", "CmdClearDepthStencilImage", "CmdCopyBuffer",
	"CmdCopyBufferToImage", "CmdCopyImage", "CmdCopyImageToBuffer", "CmdPipelineBarrier", "CmdResolveImage",
	"CmdSetScissor", "CmdSetViewport", "CmdWaitEvents", "CreateComputePipelines", "CreateGraphicsPipelines",
	"CreateSharedSwapchains", "EnumerateDeviceExtensionProperties", "EnumerateDeviceLayerProperties",
	"EnumerateInstanceExtensionProperties", "EnumerateInstanceLayerProperties", "FlushMappedMemoryRanges",
	"GetDisplayModeProperties", "GetImageSparseMemoryRequirements", "GetPhysicalDeviceDisplayPlaneProperties",
	"GetPhysicalDeviceDisplayProperties", "GetPhysicalDeviceQueueFamilyProperties",
	"GetPhysicalDeviceSparseImageFormatProperties", "GetPhysicalDeviceSurfaceFormats", "InvalidateMappedMemoryRanges",
	"QueueBindSparse", "QueueSubmit", "UpdateDescriptorSets",
}

// TestUnsafeCallsAreAll derives the list from the binding's source.
func TestUnsafeCallsAreAll(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", bindingPath).Output()
	if err != nil {
		t.Skip("go list: ", err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "vulkan.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && strings.HasPrefix(id.Name, "unpackArgS") && !slices.Contains(found, f.Name.Name) {
				found = append(found, f.Name.Name)
			}
			return true
		})
	}
	slices.Sort(found)
	if !slices.Equal(found, unsafeCalls) {
		t.Errorf("the binding's source has %d such functions:\n%v", len(found), found)
	}
}

// TestNoUnsafeCalls scans every Go file of the module that imports the binding. It also holds the binding to this
// package, but for windows, which hand over an instance.
func TestNoUnsafeCalls(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && strings.HasPrefix(e.Name(), ".") && e.Name() != ".." {
			return filepath.SkipDir
		}
		if e.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		calls, imports, err := bindingCalls(path, nil)
		if err != nil {
			return nil // a file that does not parse is the compiler's to report
		}
		if imports {
			files++
		}
		for _, c := range calls {
			if slices.Contains(unsafeCalls, c) {
				t.Errorf("%s uses vulkan.%s, whose memory may be freed while the driver reads it: use the shim", path, c)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("no file imports the binding: does the scan still work?")
	}
	// The scan finds what it looks for, under another name too.
	calls, _, err := bindingCalls("x.go", "package x\nimport q \""+bindingPath+"\"\nvar f = q.QueueSubmit\n")
	if err != nil || !slices.Contains(calls, "QueueSubmit") {
		t.Errorf("the scan missed a use: %v, %v", calls, err)
	}
}

// bindingCalls returns what a file uses of the binding.
func bindingCalls(path string, src any) (calls []string, imports bool, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, false, err
	}
	name := ""
	for _, i := range file.Imports {
		if p, _ := strconv.Unquote(i.Path.Value); p == bindingPath {
			name = "vulkan"
			if i.Name != nil {
				name = i.Name.Name
			}
		}
	}
	if name == "" {
		return nil, false, nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && id.Name == name {
				calls = append(calls, s.Sel.Name)
			}
		}
		if id, ok := n.(*ast.Ident); ok && name == "." {
			calls = append(calls, id.Name)
		}
		return true
	})
	return calls, true, nil
}
