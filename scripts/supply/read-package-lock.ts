import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** The parts of a package in package-lock.json that are read here. */
export interface LockedPackage {
  /** Where it is installed: `node_modules/a/node_modules/b`. */
  path: string
  name: string
  version: string
  integrity: string | null
  /** Its source, if not the registry. */
  resolved: string | null
  license: string | null
  /** For tests and tools only. */
  isDev: boolean
  isOptional: boolean
  isLink: boolean
  hasInstallScript: boolean
  /** Its platforms; empty for any. */
  os: readonly string[]
  cpu: readonly string[]
  libc: readonly string[]
  optionalDependencies: Readonly<Record<string, string>>
}

interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  license?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const folder = 'node_modules/'

export const readRepositoryJson = (path: string): unknown =>
  JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8'))

/** All packages except ours. */
export function readPackageLock(): LockedPackage[] {
  const { packages } = readRepositoryJson('package-lock.json') as {
    packages: Record<string, Entry>
  }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf(folder) + folder.length),
      version: entry.version ?? '',
      integrity: entry.integrity ?? null,
      resolved: entry.resolved ?? null,
      license: entry.license ?? null,
      isDev: entry.dev ?? false,
      isOptional: entry.optional ?? false,
      isLink: entry.link ?? false,
      hasInstallScript: entry.hasInstallScript ?? false,
      os: entry.os ?? [],
      cpu: entry.cpu ?? [],
      libc: entry.libc ?? [],
      optionalDependencies: entry.optionalDependencies ?? {},
    }))
}
