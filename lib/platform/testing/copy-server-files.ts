import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * A base backup of a server that goes on, into a folder that is there: its files without its log, with what PostgreSQL says
 * is to be beside them. `signal` says what a server on them is to do first. The package of npm has no pg_basebackup.
 */
export async function copyServerFiles(
  client: pg.Client,
  from: string,
  to: string,
  signal: 'recovery' | 'standby',
): Promise<void> {
  await client.query(`select pg_backup_start('copy', fast => true)`)
  copy(from, to)
  // Whoever keeps the log, by a slot or an archive, has what is still missing.
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

/** What goes while it is copied, the log brings back: `cp` says so, copies the rest, and ends with 1. */
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

/** Root's PostgreSQL runs as another user. */
function writeAsOwner(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 })
  const { uid, gid } = statSync(join(path, '..'))
  chownSync(path, uid, gid)
}
