import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { runChildProcess } from './run-child.mjs'

/** Everything that the build depends on. Generated code follows from prisma/schema. */
const sources = [
  ...['app', 'components', 'lib', 'prisma/schema', 'public'],
  ...['next.config.ts', 'postcss.config.mjs', 'proxy.ts', 'instrumentation.ts', 'tsconfig.json'],
  ...['instrumentation-client.ts', 'mdx-components.tsx', 'package.json', 'package-lock.json'],
]
const ignored = /\.test\.tsx?$|^lib\/generated$|\/testing$/

const output = join(repositoryRoot, '.next')
const stamp = join(output, 'stepmark-built')

function* listFiles(path: string): Generator<string> {
  const stat = statSync(join(repositoryRoot, path), { throwIfNoEntry: false })
  if (!stat || ignored.test(path)) return
  if (stat.isFile()) yield path
  else
    for (const name of readdirSync(join(repositoryRoot, path)).sort())
      yield* listFiles(`${path}/${name}`)
}

/** Changes when the next build could come out differently. */
export function hashSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources)
    for (const path of listFiles(source))
      hash.update(`\0${path}\0`).update(readFileSync(join(repositoryRoot, path)))
  return hash.digest('hex')
}

export function isBuildCurrent(): boolean {
  return (
    existsSync(join(output, 'BUILD_ID')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hashSources()
  )
}

/**
 * Builds the app for production unless the sources are unchanged since the last build. Returns whether it built. Throws
 * with Next's output when the build fails.
 */
export async function buildIfOutdated(): Promise<boolean> {
  if (isBuildCurrent()) return false
  const fingerprint = hashSources()
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
