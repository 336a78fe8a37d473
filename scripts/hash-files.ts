import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** Tests, and generated code, which follows from prisma/schema. */
const ignoredPaths = /\.test\.tsx?$|^lib\/generated$|\/testing$/

function* listFiles(path: string): Generator<string> {
  const stat = statSync(join(repositoryRoot, path), { throwIfNoEntry: false })
  if (!stat || ignoredPaths.test(path)) return
  if (stat.isFile()) yield path
  else
    for (const name of readdirSync(join(repositoryRoot, path)).sort())
      yield* listFiles(`${path}/${name}`)
}

/**
 * A hash that changes when this version of Node or a file changes. Tests and generated code are left out.
 *
 * @param paths files and folders from the repository's root; those that do not exist are left out
 */
export function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths)
    for (const file of listFiles(path))
      hash.update(`\0${file}\0`).update(readFileSync(join(repositoryRoot, file)))
  return hash.digest('hex')
}
