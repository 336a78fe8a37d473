const importedFolder = /'@\/components\/([a-z-]+)\//g

/**
 * The folders of `components/` that are in a circle of imports, or that import a folder that is; empty if there is no
 * circle. Imports of types count.
 *
 * @param sources text by path from the repository's root
 */
export function listFoldersWithCycles(sources: ReadonlyMap<string, string>): string[] {
  const imported = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    const folder = path.split('/')[1]!
    const targets = imported.get(folder) ?? new Set()
    for (const [, target] of text.matchAll(importedFolder))
      if (target !== folder) targets.add(target!)
    imported.set(folder, targets)
  }
  // A folder that imports none of the remaining ones is not in a circle.
  for (;;) {
    const free = [...imported].filter(
      ([, targets]) => !targets.values().some((to) => imported.has(to)),
    )
    if (free.length === 0) return [...imported.keys()].sort()
    for (const [folder] of free) imported.delete(folder)
  }
}
