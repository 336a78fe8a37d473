const importedFolder = /'@\/components\/([a-z-]+)\//g

/**
 * The folders of `components/` that are in a circle of imports, or that import a folder that is; empty if there is no
 * circle. Imports of types count.
 *
 * @param sources text by path from the repository's root
 */
export function listFoldersWithCycles(sources: ReadonlyMap<string, string>): string[] {
  const importsByFolder = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    const folder = path.split('/')[1]!
    const targets = importsByFolder.get(folder) ?? new Set()
    for (const [, target] of text.matchAll(importedFolder))
      if (target !== folder) targets.add(target!)
    importsByFolder.set(folder, targets)
  }
  // A folder that imports none of the remaining ones is not in a circle.
  for (;;) {
    const independentFolders = [...importsByFolder].filter(
      ([, targets]) => !targets.values().some((to) => importsByFolder.has(to)),
    )
    if (independentFolders.length === 0) return [...importsByFolder.keys()].sort()
    for (const [folder] of independentFolders) importsByFolder.delete(folder)
  }
}
