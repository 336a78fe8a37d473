import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** Build output, dependencies and local data: linked or omitted. */
const omittedNames = new Set([
  ...['node_modules', '.git', '.next', '.stepmark', 'test-results', 'playwright-report'],
  'tsconfig.tsbuildinfo',
])

/** Copies the sources to `folder` and links the dependencies, so that mutations never touch the working tree. */
export function copySourceTree(folder: string): void {
  for (const name of readdirSync(repositoryRoot))
    if (!omittedNames.has(name) && !name.startsWith('.env'))
      cpSync(join(repositoryRoot, name), join(folder, name), { recursive: true })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
}
