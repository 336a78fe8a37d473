import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { builtServerFolder } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** The manifest in which Next.js lists the proxy. */
const manifestPath = 'server/functions-config-manifest.json'
const proxyEntry = '/_middleware'

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
 * Copies the build and removes proxy.ts from the copy, because a second build takes minutes. Copies `.next` instead of
 * linking it, so that writes don't change the build. Throws if Next.js stores its proxy in other files.
 */
export function copyBuildWithoutProxy(): BuildWithoutProxy {
  const parent = join(repositoryRoot, '.stepmark', 'build-without-proxy')
  removeLeftovers(parent) // of test runs that were killed
  const folder = join(parent, String(process.pid))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['node_modules', 'public'])
    symlinkSync(join(builtServerFolder, name), join(folder, name))
  for (const name of ['package.json', 'server.js', '.next'])
    cpSync(join(builtServerFolder, name), join(folder, name), {
      recursive: true,
      verbatimSymlinks: true,
    })
  const nextFolder = join(folder, '.next')
  const manifest = JSON.parse(readFileSync(join(nextFolder, manifestPath), 'utf8')) as Manifest
  if (!(proxyEntry in manifest.functions))
    throw new Error(`${manifestPath} does not include a proxy`)
  delete manifest.functions[proxyEntry]
  writeFileSync(join(nextFolder, manifestPath), JSON.stringify(manifest))
  // Remove its code too.
  const names = readdirSync(join(nextFolder, 'server')).filter((name) =>
    /^middleware(\.js)?$/.test(name),
  )
  if (!names.includes('middleware.js')) throw new Error('The build contains no middleware.js')
  for (const name of names) rmSync(join(nextFolder, 'server', name), { recursive: true })
  return { folder, remove }
}
