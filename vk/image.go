package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"sync"

	"github.com/vulkan-go/vulkan"
)

// ImageKind is how shaders see an image or a view.
type ImageKind uint8

const (
	Image2D ImageKind = iota
	ImageArray
	ImageCube      // 6 layers: +x -x +y -y +z -z
	ImageCubeArray // 6 layers a cube; Limits.CubeArrays says whether there are views of it
)

// viewTypes are VkImageViewType by ImageKind.
var viewTypes = [...]vulkan.ImageViewType{Image2D: 1, ImageArray: 5, ImageCube: 3, ImageCubeArray: 6}

// ImageDesc describes an image. Zero Layers, Mips and Samples mean 1 (6 layers for a cube).
type ImageDesc struct {
	Name                  string
	Kind                  ImageKind
	Width, Height         int // texels of mip 0
	Layers, Mips, Samples int
	Format                Format
	Uses                  UseSet
}

// MipCount is the length of a full mip chain.
func MipCount(width, height int) int { return bits.Len(uint(max(width, height, 1))) }

// Image is a texture or attachment. It owns its memory and views; Destroy ends all of them.
type Image struct {
	d      *Device
	desc   ImageDesc
	handle vulkan.Image
	mem    allocation
	whole  View

	mu    sync.Mutex
	views map[ViewDesc]View
}

// View is a part of an image as shaders and attachments see it: a small value that lives as long as its image.
type View struct {
	image  *Image
	handle vulkan.ImageView
	mip    int
}

// Image is the image the view shows, nil for the zero View.
func (v View) Image() *Image { return v.image }

// Size is the size in texels of the view's first mip.
func (v View) Size() (width, height int) {
	return max(v.image.desc.Width>>v.mip, 1), max(v.image.desc.Height>>v.mip, 1)
}

// ViewDesc names a part of an image. Mips 0 means all that follow; Layers 0 means 1 for Image2D, 6 for ImageCube
// and all that follow for arrays.
type ViewDesc struct {
	Kind              ImageKind
	BaseMip, Mips     int
	BaseLayer, Layers int
}

// NewImage creates an image with undefined contents.
func (d *Device) NewImage(desc ImageDesc) (*Image, error) {
	const op = "create image"
	cube := desc.Kind == ImageCube || desc.Kind == ImageCubeArray
	if desc.Layers == 0 {
		desc.Layers = 1
		if cube {
			desc.Layers = 6
		}
	}
	desc.Mips, desc.Samples = max(desc.Mips, 1), max(desc.Samples, 1)
	if err := d.checkImage(&desc); err != nil {
		return nil, wrap(op, desc.Name, err)
	}
	info := vulkan.ImageCreateInfo{
		SType:       vulkan.StructureTypeImageCreateInfo,
		ImageType:   vulkan.ImageType2d,
		Format:      vulkan.Format(desc.Format),
		Extent:      vulkan.Extent3D{Width: uint32(desc.Width), Height: uint32(desc.Height), Depth: 1},
		MipLevels:   uint32(desc.Mips),
		ArrayLayers: uint32(desc.Layers),
		Samples:     vulkan.SampleCountFlagBits(desc.Samples),
		Tiling:      vulkan.ImageTilingOptimal,
		Usage:       vulkan.ImageUsageFlags(desc.Uses.imageUsage()),
	}
	if cube {
		info.Flags = vulkan.ImageCreateFlags(vulkan.ImageCreateCubeCompatibleBit)
	}
	var h vulkan.Image
	r := vulkan.CreateImage(d.handle, &info, nil, &h)
	info.Free()
	if r < 0 {
		return nil, failure(op, desc.Name, r)
	}
	i := &Image{d: d, desc: desc, handle: h, views: map[ViewDesc]View{}}
	var needs C.vkx_needs
	C.vkx_image_needs(d.c, raw(i.handle), &needs)
	var err error
	if i.mem, err = d.mem.alloc(&needs, DeviceMemory, 0, raw(i.handle)); err != nil {
		vulkan.DestroyImage(d.handle, i.handle, nil)
		return nil, wrap(op, desc.Name, err)
	}
	if r := vulkan.BindImageMemory(d.handle, i.handle, i.mem.block.handle, vulkan.DeviceSize(i.mem.offset)); r < 0 {
		i.release(d)
		return nil, failure(op, desc.Name, r)
	}
	d.name(C.VK_OBJECT_TYPE_IMAGE, raw(i.handle), desc.Name)
	// An image only copied to and from can have no view.
	if desc.Uses.imageUsage()&^(usageTransferSrc|usageTransferDst) != 0 {
		if i.whole, err = i.Sub(ViewDesc{Kind: desc.Kind, Layers: desc.Layers}); err != nil {
			i.release(d)
			return nil, err
		}
	}
	d.born(i)
	return i, nil
}

func (d *Device) checkImage(desc *ImageDesc) error {
	largest := d.limits.MaxImageSize
	cube := desc.Kind == ImageCube || desc.Kind == ImageCubeArray
	switch {
	case desc.Width <= 0 || desc.Height <= 0 || desc.Width > largest || desc.Height > largest:
		return fmt.Errorf("size %dx%d is outside 1 to %d", desc.Width, desc.Height, largest)
	case desc.Layers < 1 || desc.Layers > d.limits.MaxImageLayers:
		return fmt.Errorf("%d layers are outside 1 to %d", desc.Layers, d.limits.MaxImageLayers)
	case desc.Kind == Image2D && desc.Layers != 1:
		return fmt.Errorf("%d layers in a 2D image", desc.Layers)
	case cube && (desc.Layers%6 != 0 || desc.Width != desc.Height):
		return errors.New("a cube needs a multiple of 6 layers and square faces")
	case desc.Kind == ImageCube && desc.Layers != 6:
		return fmt.Errorf("%d layers in a cube", desc.Layers)
	case desc.Mips > MipCount(desc.Width, desc.Height):
		return fmt.Errorf("%d mips, %dx%d has %d", desc.Mips, desc.Width, desc.Height, MipCount(desc.Width, desc.Height))
	case desc.Samples&(desc.Samples-1) != 0 || uint32(d.facts.color_samples&d.facts.depth_samples)&uint32(desc.Samples) == 0:
		return fmt.Errorf("%d samples are not supported", desc.Samples)
	case desc.Uses.imageUsage() == 0:
		return errors.New("no use is named that images have")
	}
	have := d.formatFeatures(desc.Format)
	for u := range useCount {
		if need := featureOf[uses[u].image]; desc.Uses.Has(u) && have&need != need {
			return fmt.Errorf("the device cannot use format %v for %v", desc.Format, u)
		}
	}
	return nil
}

// featureOf maps an image usage bit to the VkFormatFeatureFlagBits it needs.
var featureOf = map[uint32]uint32{
	imageSampled: 0x1, imageStorage: 0x2, imageColor: 0x80, imageDepth: 0x200, usageTransferSrc: 0x4000, usageTransferDst: 0x8000,
}

const (
	featureBlend       = 0x100
	featureBlitSrc     = 0x400
	featureBlitDst     = 0x800
	featureLinearReads = 0x1000
)

func (d *Device) formatFeatures(f Format) uint32 {
	var p vulkan.FormatProperties
	vulkan.GetPhysicalDeviceFormatProperties(d.physical, vulkan.Format(f), &p)
	p.Deref()
	v := uint32(p.OptimalTilingFeatures)
	p.Free()
	return v
}

// Desc describes the image, zero fields filled in.
func (i *Image) Desc() ImageDesc { return i.desc }

// Name is the image's name.
func (i *Image) Name() string { return i.desc.Name }

// View shows the whole image.
func (i *Image) View() View { return i.whole }

// Sub shows a part of the image. Asking again for the same part returns the same view. Safe for several
// goroutines.
func (i *Image) Sub(v ViewDesc) (View, error) {
	v.Mips = or(v.Mips, i.desc.Mips-v.BaseMip)
	switch v.Kind {
	case Image2D:
		v.Layers = or(v.Layers, 1)
	case ImageCube:
		v.Layers = or(v.Layers, 6)
	default:
		v.Layers = or(v.Layers, i.desc.Layers-v.BaseLayer)
	}
	if v.BaseMip < 0 || v.Mips < 1 || v.BaseMip+v.Mips > i.desc.Mips || v.BaseLayer < 0 || v.Layers < 1 || v.BaseLayer+v.Layers > i.desc.Layers {
		return View{}, fmt.Errorf("vk: view of image %q: mips %d+%d of %d, layers %d+%d of %d", i.desc.Name,
			v.BaseMip, v.Mips, i.desc.Mips, v.BaseLayer, v.Layers, i.desc.Layers)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if old, ok := i.views[v]; ok {
		return old, nil
	}
	info := vulkan.ImageViewCreateInfo{
		SType:    vulkan.StructureTypeImageViewCreateInfo,
		Image:    i.handle,
		ViewType: viewTypes[v.Kind],
		Format:   vulkan.Format(i.desc.Format),
		SubresourceRange: vulkan.ImageSubresourceRange{
			AspectMask:     vulkan.ImageAspectFlags(i.aspect()),
			BaseMipLevel:   uint32(v.BaseMip),
			LevelCount:     uint32(v.Mips),
			BaseArrayLayer: uint32(v.BaseLayer),
			LayerCount:     uint32(v.Layers),
		},
	}
	var h vulkan.ImageView
	r := vulkan.CreateImageView(i.d.handle, &info, nil, &h)
	info.Free()
	if r < 0 {
		return View{}, failure("create view of image", i.desc.Name, r)
	}
	view := View{image: i, handle: h, mip: v.BaseMip}
	i.d.name(C.VK_OBJECT_TYPE_IMAGE_VIEW, raw(view.handle), i.desc.Name)
	i.views[v] = view
	return view, nil
}

func (i *Image) aspect() uint32 {
	if i.desc.Format.Depth() {
		return 2
	}
	return 1
}

// Destroy hands the image to the frame in flight, after which it and its views are gone. nil is fine.
func (i *Image) Destroy() {
	if i != nil {
		i.d.retire(i)
	}
}

func (i *Image) label() string { return "image " + strconv.Quote(i.desc.Name) }

func (i *Image) release(d *Device) {
	for _, v := range i.views {
		vulkan.DestroyImageView(d.handle, v.handle, nil)
	}
	i.views = nil
	vulkan.DestroyImage(d.handle, i.handle, nil)
	d.mem.release(i.mem)
}

// or is v, or other when v is 0.
func or(v, other int) int {
	if v == 0 {
		return other
	}
	return v
}
