import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRepositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'prisma', 'schema'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The folder prisma/schema is missing above this file.')
    folder = parent
  }
  return folder
}

/** Absolute path of the folder with package.json, prisma/ and node_modules/. */
export const repositoryRoot = findRepositoryRoot()
