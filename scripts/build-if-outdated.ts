import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { builtServerFolder } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { bundleIfOutdated } from './bundle'
import { escapeNonLatin1InFiles } from './escape-non-latin1'
import { hashFiles } from './hash-files'
import { runChildProcess } from './run-child.mjs'
import { formatThirdPartyLicences } from './supply/third-party-licences'

/** Everything that the build of the pages depends on. */
const sources = [
  ...['app', 'components', 'lib', 'prisma/schema', 'public'],
  ...['scripts/build-if-outdated.ts', 'scripts/escape-non-latin1.ts'],
  ...['next.config.ts', 'postcss.config.mjs', 'proxy.ts', 'instrumentation.ts', 'tsconfig.json'],
  ...['instrumentation-client.ts', 'mdx-components.tsx', 'package.json', 'package-lock.json'],
]

const output = join(repositoryRoot, '.next')
const stamp = join(builtServerFolder, 'stepmark-built')

/** Replaces links to folders by copies, at any depth. */
function replaceLinks(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) replaceLinks(path)
    else if (entry.isSymbolicLink()) {
      const target = realpathSync(path)
      rmSync(path)
      cpSync(target, path, { recursive: true })
    }
  }
}

const serverEntries = ['.next', 'node_modules', 'package.json', 'server.js']

/** Completes the folder that Next wrote, so that the server runs wherever it is copied. npm does not copy links. */
function completeServerFolder(): void {
  // Next's tracing also copies data files that the server reads from elsewhere.
  for (const name of readdirSync(builtServerFolder))
    if (!serverEntries.includes(name)) rmSync(join(builtServerFolder, name), { recursive: true })
  replaceLinks(join(builtServerFolder, '.next', 'node_modules'))
  escapeNonLatin1InFiles(join(builtServerFolder, '.next', 'server'))
  cpSync(join(output, 'static'), join(builtServerFolder, '.next', 'static'), { recursive: true })
  cpSync(join(repositoryRoot, 'public'), join(builtServerFolder, 'public'), { recursive: true })
  writeFileSync(join(builtServerFolder, 'THIRD-PARTY-LICENCES.txt'), formatThirdPartyLicences())
}

export function isBuildCurrent(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashFiles(sources)
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
  if (code !== 0) throw new Error(`${log}\nThe build failed. The reason is in the output above.`)
  completeServerFolder()
  writeFileSync(stamp, fingerprint)
  return true
}
