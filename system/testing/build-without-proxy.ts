import {
  copyFileSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** Where Next says that there is a proxy. */
const manifestPath = 'server/functions-config-manifest.json'
const entry = '/_middleware'

const isLeftOut = /^(cache|build|diagnostics|trace.*|types)$/

interface Manifest {
  functions: Record<string, unknown>
}

export interface BuildWithoutProxy {
  folder: string
  remove(): void
}

/**
 * The build as it is but for proxy.ts, as if that were not there: a build of its own takes minutes, and even a copy is
 * 100 MB, so files are hard links. Throws where Next keeps its proxy elsewhere than here.
 */
export function copyBuildWithoutProxy(): BuildWithoutProxy {
  const folder = mkdtempSync(join(tmpdir(), 'stepmark-without-proxy-'))
  const [from, to] = [join(repositoryRoot, '.next'), join(folder, '.next')]
  for (const name of ['node_modules', 'public'])
    symlinkSync(join(repositoryRoot, name), join(folder, name))
  for (const name of ['package.json', 'next.config.ts', 'tsconfig.json'])
    cpSync(join(repositoryRoot, name), join(folder, name))
  mkdirSync(to)
  for (const name of readdirSync(from)) if (!isLeftOut.test(name)) linkTree(from, to, name)
  const manifest = JSON.parse(readFileSync(join(to, manifestPath), 'utf8')) as Manifest
  if (!(entry in manifest.functions)) throw new Error(`${manifestPath} names no proxy`)
  delete manifest.functions[entry]
  // A write in place would change the build that this is linked to.
  rmSync(join(to, manifestPath))
  writeFileSync(join(to, manifestPath), JSON.stringify(manifest))
  // What it would run is gone as well.
  for (const name of ['server/middleware.js', 'server/middleware'])
    rmSync(join(to, name), { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Copies files where the target is on another file system. */
function linkTree(from: string, to: string, name: string): void {
  const [source, target] = [join(from, name), join(to, name)]
  const stat = lstatSync(source)
  if (stat.isDirectory()) {
    mkdirSync(target)
    for (const each of readdirSync(source)) linkTree(source, target, each)
  } else if (stat.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
  else
    try {
      linkSync(source, target)
    } catch {
      copyFileSync(source, target)
    }
}
