// Checks a mirror of the public log with Go's own packages.
//
// check_public_log FOLDER KEY OLD: the folder has `checkpoint`, `old` and the tiles below `tile`. KEY is the log's key as
// Go writes it. It opens both notes, computes the roots from the tiles, checks a proof of every entry and that the newer
// tree extends the older one. The last line of its output is the number of entries.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

// mirror reads tiles from a folder.
type mirror string

func (folder mirror) Height() int { return height }

func (folder mirror) SaveTiles([]tlog.Tile, [][]byte) {}

func (folder mirror) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(tiles))
	for place, tile := range tiles {
		data, err := os.ReadFile(folder.path(tile))
		if err != nil {
			return nil, err
		}
		found[place] = data
	}
	return found, nil
}

// path returns the file of a tile, whose name has no height.
func (folder mirror) path(tile tlog.Tile) string {
	name := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return filepath.Join(string(folder), strings.Replace(name, "tile/data/", "tile/entries/", 1))
}

// tree opens a note and returns the tree that it signs.
func (folder mirror) tree(name string, verifiers note.Verifiers) tlog.Tree {
	data, err := os.ReadFile(filepath.Join(string(folder), name))
	check(err)
	opened, err := note.Open(data, verifiers)
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return tree
}

// entries returns those of a bundle.
func (folder mirror) entries(tile tlog.Tile) [][]byte {
	data, err := os.ReadFile(folder.path(tile))
	check(err)
	found := [][]byte{}
	for len(data) > 0 {
		size := binary.BigEndian.Uint16(data)
		found, data = append(found, data[2:2+size]), data[2+size:]
	}
	return found
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	folder := mirror(os.Args[1])
	verifier, err := note.NewVerifier(os.Args[2])
	check(err)
	verifiers := note.VerifierList(verifier)
	old, newest := folder.tree("old", verifiers), folder.tree("checkpoint", verifiers)
	reader := tlog.TileHashReader(newest, folder)
	root, err := tlog.TreeHash(newest.N, reader)
	check(err)
	if root != newest.Hash {
		log.Fatal("the tiles have another root")
	}
	extension, err := tlog.ProveTree(newest.N, old.N, reader)
	check(err)
	check(tlog.CheckTree(extension, newest.N, newest.Hash, old.N, old.Hash))
	for number := int64(0); number < newest.N; {
		width := newest.N - number
		if width > 1<<height {
			width = 1 << height
		}
		for _, entry := range folder.entries(tlog.Tile{H: height, L: -1, N: number >> height, W: int(width)}) {
			proof, err := tlog.ProveRecord(newest.N, number, reader)
			check(err)
			check(tlog.CheckRecord(proof, newest.N, newest.Hash, number, tlog.RecordHash(entry)))
			number++
		}
	}
	fmt.Println(newest.N)
}
