import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type PostgresBinaries,
  preparePostgresBinaries,
  createSharedFolder,
  postgresSharedFolder,
} from './postgres-binaries'
import {
  findOrCreatePostgresOsAccount,
  type PostgresOsAccount,
  runCommandAsAccount,
} from './postgres-os-account'

/** The files of one server: `folder` contains data/, password and server.log. */
export interface PostgresFolder {
  folder: string
  data: string
  log: string
  password: string
  account: PostgresOsAccount | undefined
  binaries: PostgresBinaries
}

const passwordBytes = 32

/** An existing data folder is complete: see `initialise`. */
function findData(folder: string): string | null {
  const data = join(folder, 'data')
  return existsSync(data) ? data : null
}

function canEnter(folder: string, account: PostgresOsAccount): boolean {
  return runCommandAsAccount('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account).isOk
}

/** For root, PostgreSQL runs as another user, who may not be able to enter the requested folder. */
function chooseFolder(requested: string, notify: (message: string) => unknown): string {
  if (process.getuid?.() !== 0) return requested
  const sharedFolder = join(
    postgresSharedFolder,
    createHash('sha256').update(requested).digest('hex').slice(0, 16),
  )
  const existing = [requested, sharedFolder].find((folder) => findData(folder) !== null)
  const account = findOrCreatePostgresOsAccount(existing ? findData(existing) : null)
  const folder = existing ?? requested
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (!account || canEnter(folder, account)) {
    if (folder === sharedFolder) notify(`The database's files are in ${sharedFolder}.`)
    return folder
  }
  if (existing === requested)
    throw new Error(
      `PostgreSQL's data in ${requested} belongs to the user with id ${account.uid}, who cannot enter that folder. ` +
        'Nothing was changed. Give that user access to every folder above it (chmod o+x), or move the data.',
    )
  notify(
    `The database's files are in ${sharedFolder}, because PostgreSQL's own user cannot enter ${requested}.`,
  )
  for (const folderToShare of [postgresSharedFolder, sharedFolder])
    createSharedFolder(folderToShare)
  return sharedFolder
}

function readOrMakePassword(folder: string, hasData: boolean): string {
  const path = join(folder, 'password')
  if (!existsSync(path)) {
    if (hasData)
      throw new Error(
        `The database in ${folder} exists, but its file "password" is missing. Nothing was changed. ` +
          'Restore that file, or delete the folder to start with an empty database.',
      )
    const password = randomBytes(passwordBytes).toString('hex')
    try {
      writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(path, 'utf8').trim()
}

/**
 * Creates an empty cluster next to the final folder and moves it in when complete, so that an incomplete one is
 * never used.
 */
function initialise(cluster: PostgresFolder, isTemporary: boolean): void {
  const { folder, data, account, binaries, password } = cluster
  const temporaryFolder = mkdtempSync(join(folder, 'new-'))
  const newData = join(temporaryFolder, 'data')
  const passwordFile = join(temporaryFolder, 'password')
  try {
    mkdirSync(newData, { mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (account)
      for (const path of [temporaryFolder, newData, passwordFile])
        chownSync(path, account.uid, account.gid)
    const { isOk, output } = runCommandAsAccount(
      binaries.initdb,
      [
        ...['--pgdata', newData, '--pwfile', passwordFile, '--username', 'postgres'],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-instructions'],
        ...(isTemporary ? ['--no-sync'] : []),
        // Sorts by code point and handles all Unicode letters, independent of the machine's locales.
        ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ],
      account,
    )
    if (!isOk)
      throw new Error(`PostgreSQL could not create a database in ${folder}. Its output: ${output}`)
    renameSync(newData, data)
  } catch (error) {
    if (!findData(folder)) throw error // otherwise another process was faster
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

function checkOwner(data: string, account: PostgresOsAccount | undefined): void {
  const { uid } = statSync(data)
  const ownUid = account?.uid ?? process.getuid?.() ?? uid
  if (uid !== ownUid)
    throw new Error(
      `The database in ${data} belongs to the user with id ${uid}. Nothing was changed. ` +
        'Run this as that user or as root, or use another folder.',
    )
}

function checkVersion({ data, binaries }: PostgresFolder): void {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.majorVersion)
    throw new Error(
      `The database in ${data} was created by PostgreSQL ${version}, and this is PostgreSQL ${binaries.majorVersion}. ` +
        'Nothing was changed. Use another folder, or export from the old version and import here.',
    )
}

/** Finds or creates the files of the server in `requested` (absolute, or relative to the current folder). */
export function preparePostgresFolder(
  requested: string,
  isTemporary: boolean,
  notify: (message: string) => unknown,
): PostgresFolder {
  mkdirSync(resolve(requested), { recursive: true, mode: 0o755 })
  const folder = chooseFolder(resolve(requested), notify)
  const existing = findData(folder)
  const account = findOrCreatePostgresOsAccount(existing)
  if (existing) checkOwner(existing, account)
  const cluster: PostgresFolder = {
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    password: readOrMakePassword(folder, existing !== null),
    account,
    binaries: preparePostgresBinaries(account, notify),
  }
  if (!existing) initialise(cluster, isTemporary)
  checkVersion(cluster)
  return cluster
}
