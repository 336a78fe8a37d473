import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { typeScriptLoaderArguments } from '@/lib/platform/server/typescript-loader'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'

/**
 * Runs a script of the repository in a child process that ends with this one.
 *
 * @param path from the root: `lib/rounds/testing/run-round-job.ts`
 * @param payload its first argument, as JSON
 */
export function startScriptProcess(path: string, payload?: unknown) {
  const argument = payload === undefined ? [] : [JSON.stringify(payload)]
  const args = [...typeScriptLoaderArguments, join(repositoryRoot, path), ...argument]
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stopChildWithParent(child, 'TERM')
  return child
}
