import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** What is built, installed or of somebody's own: linked, or left out. */
const leftOut = new Set([
  ...['node_modules', '.git', '.next', '.stepmark', 'test-results', 'playwright-report'],
  'tsconfig.tsbuildinfo',
])

/** Copies the sources to `folder`, with the packages linked, so that nothing is changed where people work. */
export function copyTree(folder: string): void {
  for (const name of readdirSync(repositoryRoot))
    if (!leftOut.has(name) && !name.startsWith('.env'))
      cpSync(join(repositoryRoot, name), join(folder, name), { recursive: true })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
}
