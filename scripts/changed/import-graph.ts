import { posix } from 'node:path'

/** For each source file, the repository files that it refers to. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

const sourceFile = /\.(ts|tsx|mjs)$/
const typeImport = /^(import|export) type [^'"]*? from '[^']+'$/gm
const stringLiteral = /'([^'\n]+)'/g
/**
 * The names in `join(repositoryRoot, 'lib', 'queue', file)`, up to the first that is not a literal.
 */
const joinedPath = /\bjoin\(\s*(?:repositoryRoot|root),\s*((?:'[^'\n]+',?\s*)+)/g
const extensions = ['', '.ts', '.tsx', '.mjs']

/**
 * Reads the references of all source files. Every string, and every `join` from the repository's root, that resolves to
 * a repository file counts, so that dynamic imports, worker threads, scripts started by path and data files are covered
 * too. A `join` that leads to a folder refers to all files in it. Imports of types are left out: the compiler checks
 * those.
 *
 * @param files paths from the repository's root
 */
export function readImportGraph(
  files: readonly string[],
  read: (file: string) => string,
): ImportGraph {
  const fileSet = new Set(files)
  const resolve = (from: string, reference: string) => {
    const path = reference.startsWith('@/')
      ? reference.slice(2)
      : reference.startsWith('.')
        ? posix.join(posix.dirname(from), reference)
        : reference
    return extensions.map((extension) => path + extension).find((file) => fileSet.has(file))
  }
  const resolveJoined = (names: readonly string[]) => {
    const path = posix.join(...names)
    return fileSet.has(path) ? [path] : files.filter((file) => file.startsWith(`${path}/`))
  }
  const listReferences = (file: string) => {
    const source = read(file).replaceAll(typeImport, '')
    const literalPaths = [...source.matchAll(stringLiteral)].map(([, text]) => resolve(file, text!))
    const joinedPaths = [...source.matchAll(joinedPath)].flatMap(([, names]) =>
      resolveJoined([...names!.matchAll(stringLiteral)].map(([, name]) => name!)),
    )
    return new Set([...literalPaths, ...joinedPaths].filter((path) => path !== undefined))
  }
  return new Map(
    files.filter((file) => sourceFile.test(file)).map((file) => [file, listReferences(file)]),
  )
}

/** All files that `start` reaches, itself included, along the edges that `canFollow` allows. */
export function listReachableFiles(
  graph: ImportGraph,
  start: string,
  canFollow: (from: string, to: string) => boolean,
): Set<string> {
  const reachedFiles = new Set([start])
  const queue = [start]
  for (let from = queue.pop(); from !== undefined; from = queue.pop())
    for (const to of graph.get(from) ?? [])
      if (!reachedFiles.has(to) && canFollow(from, to)) {
        reachedFiles.add(to)
        queue.push(to)
      }
  return reachedFiles
}
