import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRepositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'prisma', 'schema'))) {
    const parent = dirname(folder)
    // A bundle may report another location, and servers are started in the repository.
    if (parent === folder) return process.cwd()
    folder = parent
  }
  return folder
}

/** Absolute path of the folder with package.json, prisma/ and node_modules/. */
export const repositoryRoot = findRepositoryRoot()
