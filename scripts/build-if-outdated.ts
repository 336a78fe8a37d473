import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { bundleIfOutdated } from './bundle'
import { hashFiles } from './hash-files'
import { runChildProcess } from './run-child.mjs'

/** Everything that the build of the pages depends on. */
const sources = [
  ...['app', 'components', 'lib', 'prisma/schema', 'public'],
  ...['next.config.ts', 'postcss.config.mjs', 'proxy.ts', 'instrumentation.ts', 'tsconfig.json'],
  ...['instrumentation-client.ts', 'mdx-components.tsx', 'package.json', 'package-lock.json'],
]

const output = join(repositoryRoot, '.next')
const stamp = join(output, 'stepmark-built')

export function isBuildCurrent(): boolean {
  return (
    existsSync(join(output, 'BUILD_ID')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hashFiles(sources)
  )
}

/**
 * Builds the pages and the programs for production, each unless its sources are unchanged since the last build. Returns
 * whether it built the pages. Throws with the output of the build when it fails.
 */
export async function buildIfOutdated(): Promise<boolean> {
  await bundleIfOutdated()
  if (isBuildCurrent()) return false
  const fingerprint = hashFiles(sources)
  rmSync(stamp, { force: true })
  const { DATABASE_URL, ...env } = process.env // a build reads no data
  const { code, output: log } = await runChildProcess(
    process.execPath,
    [join(repositoryRoot, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'],
    {
      cwd: repositoryRoot,
      env: { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    },
  )
  if (code !== 0) throw new Error(`${log}\nnext build failed. See its output above.`)
  writeFileSync(stamp, fingerprint)
  return true
}
