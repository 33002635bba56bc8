package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"scenerender/vk"
)

// deviceRow is what is said of a device.
type deviceRow struct {
	Index   int           `json:"index"`
	Name    string        `json:"name"`
	Type    vk.DeviceType `json:"type"`
	Driver  string        `json:"driver"`
	API     string        `json:"api"`
	Family  string        `json:"family"` // of golden pictures
	Memory  uint64        `json:"memory_bytes"`
	Usable  bool          `json:"usable"`
	Chosen  bool          `json:"chosen"` // it draws unless told otherwise
	Because string        `json:"because,omitempty"`
}

func newDevicesCommand(a *app) *cobra.Command {
	var flags deviceFlags
	c := &cobra.Command{
		Use:   "devices",
		Short: "List what could draw, and say what would",
		Args:  noArguments,
		RunE:  func(*cobra.Command, []string) error { return a.listDevices(flags) },
	}
	flags.register(c)
	return c
}

func (a *app) listDevices(flags deviceFlags) error {
	infos, err := vk.Devices()
	if err != nil {
		return err
	}
	chosen, why, err := chosenDevice(flags)
	rows := []deviceRow{}
	for _, i := range infos {
		row := deviceRow{
			Index: i.Index, Name: i.Name, Type: i.Type, Driver: driverOf(i), API: i.API,
			Family: i.Family, Memory: i.MemoryBytes, Usable: i.Usable, Because: i.Why,
		}
		if i.Index == chosen {
			row.Chosen, row.Because = true, why
		}
		rows = append(rows, row)
	}
	if a.json {
		return errors.Join(a.printJSON(struct {
			Devices []deviceRow `json:"devices"`
		}{rows}), err)
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tINDEX\tNAME\tTYPE\tDRIVER\tAPI\tMEMORY\tFAMILY\t")
	for _, r := range rows {
		mark := ""
		if r.Chosen {
			mark = "*"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			mark, r.Index, r.Name, r.Type, r.Driver, r.API, gibibytes(r.Memory), r.Family, r.Because)
	}
	t.Flush()
	return err
}

// chosenDevice opens the device that would draw and returns its index and the reason; -1 with an
// error when none can.
func chosenDevice(flags deviceFlags) (index int, why string, err error) {
	dev, err := vk.Open(vk.Options{Device: flags.name, Validation: flags.validate})
	if err != nil {
		return -1, "", flags.explain(err)
	}
	info := dev.Info()
	return info.Index, info.Why, dev.Close()
}

func gibibytes(n uint64) string { return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30)) }
