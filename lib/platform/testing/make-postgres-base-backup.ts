import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Makes a base backup of a running server in an existing folder: its files without WAL, with the backup label from
 * PostgreSQL. `signal` is the file that controls the copy's start. The npm package has no pg_basebackup.
 */
export async function makePostgresBaseBackup(
  client: pg.Client,
  from: string,
  to: string,
  signal: 'recovery' | 'standby',
): Promise<void> {
  await client.query(`select pg_backup_start('copy', fast => true)`)
  copy(from, to)
  // The caller keeps the WAL that is written meanwhile, in a slot or an archive.
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  const data = join(to, 'data')
  rmSync(join(data, 'postmaster.pid'))
  for (const name of readdirSync(join(data, 'pg_wal')))
    if (/^[0-9A-F]{24}/.test(name)) rmSync(join(data, 'pg_wal', name))
  for (const slot of readdirSync(join(data, 'pg_replslot')))
    rmSync(join(data, 'pg_replslot', slot), { recursive: true })
  writeAsOwner(join(data, 'backup_label'), rows[0]!.labelfile)
  writeAsOwner(join(data, `${signal}.signal`), '')
}

/**
 * WAL replay restores files that change during the copy. `cp` reports missing files, copies the rest, and exits with
 * 1.
 */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync(
    'cp',
    ['-a', join(from, 'data'), join(from, 'password'), to],
    { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  )
  const problem = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.includes('No such file or directory'))
  if (problem.length > 0 || (status !== 0 && stderr === '')) throw new Error(stderr)
}

/** For root, PostgreSQL runs as another user. */
function writeAsOwner(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 })
  const { uid, gid } = statSync(join(path, '..'))
  chownSync(path, uid, gid)
}
