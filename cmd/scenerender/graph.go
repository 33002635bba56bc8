package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"scenerender/passes"
)

// A graphRun is one `scenerender graph`.
type graphRun struct {
	*app
	device deviceFlags
	load   loadFlags

	shot, view, out string
}

func newGraphCommand(a *app) *cobra.Command {
	g := &graphRun{app: a}
	c := &cobra.Command{
		Use:   "graph SCENE [-o FILE.txt|.dot|.svg]",
		Short: "Print the compiled frame of a scene",
		Long: `Print the compiled frame of a scene: its passes in order with the barriers before them, and its
images and buffers with their lifetimes. Nothing is drawn. The extension of -o decides between text,
Graphviz and a drawing.`,
		Args:              exactlyOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE:              func(c *cobra.Command, args []string) error { return g.run(c.Context(), args[0]) },
	}
	f := c.Flags()
	f.StringVarP(&g.out, "output", "o", "", "`FILE` to write (.txt, .dot or .svg) instead of standard output")
	f.StringVar(&g.shot, "shot", "", "`SHOT` whose frame it is (default: the first)")
	f.StringVar(&g.view, "view", "", "`VIEW` that is drawn: "+strings.Join(passes.Outputs(), ", "))
	g.device.register(c)
	g.load.register(c)
	return c
}

func (g *graphRun) run(ctx context.Context, path string) (err error) {
	ext := strings.ToLower(filepath.Ext(g.out))
	if g.out != "" {
		if err := oneOf("-o: extension", ext, []string{".txt", ".dot", ".svg"}); err != nil {
			return err
		}
	}
	output, err := viewOf(g.view)
	if err != nil {
		return err
	}
	var names []string
	if g.shot != "" {
		names = []string{g.shot}
	}
	return withStage(ctx, g.app, g.device, g.load, path, func(s *stage) error {
		shots, err := selectShots(s.scene, names)
		if err != nil {
			return err
		}
		plan, err := s.renderer.Graph(shots[0], output)
		if err != nil {
			return err
		}
		text := plan.Text()
		switch ext {
		case ".dot":
			text = plan.DOT()
		case ".svg":
			text = plan.SVG()
		}
		switch {
		case g.out != "":
			return g.writeFile(g.out, []byte(text))
		case g.json:
			return g.printJSON(struct {
				Scene string `json:"scene"`
				Shot  string `json:"shot"`
				Text  string `json:"text"`
				DOT   string `json:"dot"`
			}{path, shots[0].Name, text, plan.DOT()})
		}
		_, err = g.app.out.Write([]byte(text))
		return err
	})
}
