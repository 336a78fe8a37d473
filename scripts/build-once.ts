import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** Everything that the build depends on. Generated code follows from prisma/schema. */
const sources = [
  ...['app', 'components', 'lib', 'prisma/schema', 'public'],
  ...['next.config.ts', 'postcss.config.mjs', 'proxy.ts', 'instrumentation.ts', 'tsconfig.json'],
  ...['instrumentation-client.ts', 'mdx-components.tsx', 'package.json', 'package-lock.json'],
]
const ignored = /\.test\.tsx?$|^lib\/generated$|^lib\/platform\/testing$/

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
export function fingerprintSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources)
    for (const path of listFiles(source))
      hash.update(`\0${path}\0`).update(readFileSync(join(repositoryRoot, path)))
  return hash.digest('hex')
}

export function isBuilt(): boolean {
  return (
    existsSync(join(output, 'BUILD_ID')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprintSources()
  )
}

/**
 * The production build of the sources as they are: `next build`, unless it has been made already. Returns whether it
 * built. Throws with Next's words when the build fails.
 */
export function buildOnce(): boolean {
  if (isBuilt()) return false
  const fingerprint = fingerprintSources()
  rmSync(stamp, { force: true })
  const { DATABASE_URL, ...env } = process.env // a build reads no data
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repositoryRoot, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'],
    {
      cwd: repositoryRoot,
      encoding: 'utf8',
      env: { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    },
  )
  if (status !== 0)
    throw new Error(`${stdout}${stderr}\nnext build failed; what it said stands above.`)
  writeFileSync(stamp, fingerprint)
  return true
}
