package scene

// Post is what happens to a picture's light before the tone curve, in this order: a lens scatters some of
// it, darkens the corners, and the picture is developed: white balance, local contrast. The zero
// value changes nothing. Float pictures are light as it came in, before all of this.
type Post struct {
	Bloom         Bloom
	WhiteBalance  WhiteBalance
	Vignette      float32 // times what a plain lens loses towards the corners; see View.Vignette
	LocalContrast float32 // by how much details are strengthened, 0..1; 0: not at all
}
