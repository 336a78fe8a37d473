import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** Where Next says that there is a proxy. */
const manifestPath = 'server/functions-config-manifest.json'
const entry = '/_middleware'

/** What a server does not need. */
const isLeftOut = /^(cache|build|diagnostics|trace.*|types)$|\.nft\.json$/

interface Manifest {
  functions: Record<string, unknown>
}

export interface BuildWithoutProxy {
  folder: string
  remove(): void
}

function removeLeftovers(parent: string): void {
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent))
    if (!isRunning(Number(name))) rmSync(join(parent, name), { recursive: true })
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

/**
 * A copy of the build without proxy.ts, because a build of its own takes minutes. Real copies and not links: a write must
 * not change the build. Throws if Next keeps its proxy in other files than these.
 */
export function copyBuildWithoutProxy(): BuildWithoutProxy {
  const parent = join(repositoryRoot, '.stepmark', 'build-without-proxy')
  removeLeftovers(parent) // of test runs that were killed
  const folder = join(parent, String(process.pid))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['node_modules', 'public'])
    symlinkSync(join(repositoryRoot, name), join(folder, name))
  for (const name of ['package.json', 'next.config.ts', 'tsconfig.json'])
    cpSync(join(repositoryRoot, name), join(folder, name))
  const [from, to] = [join(repositoryRoot, '.next'), join(folder, '.next')]
  cpSync(from, to, {
    ...{ recursive: true, verbatimSymlinks: true },
    filter: (path) => !isLeftOut.test(relative(from, path)),
  })
  const manifest = JSON.parse(readFileSync(join(to, manifestPath), 'utf8')) as Manifest
  if (!(entry in manifest.functions)) throw new Error(`${manifestPath} names no proxy`)
  delete manifest.functions[entry]
  writeFileSync(join(to, manifestPath), JSON.stringify(manifest))
  // What it would run is gone as well.
  for (const name of ['server/middleware.js', 'server/middleware'])
    rmSync(join(to, name), { recursive: true })
  return { folder, remove }
}
