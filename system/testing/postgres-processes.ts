import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/lib/platform/server/embedded-postgres'

const pollMs = 10

/** The postmaster first, then its child processes. */
export function listPostgresProcesses({ folder }: EmbeddedPostgres): number[] {
  const postmaster = Number(
    readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => (parent === postmaster ? [pid!] : []))
  return [postmaster, ...children]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** Zombies count as ended. */
function areRunning(pids: readonly number[]): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')], { encoding: 'utf8' })
  return stdout.split('\n').some((state) => state !== '' && !state.startsWith('Z'))
}

/** Stops postmaster and backends, as when a disk hangs. Returns a function that resumes them. */
export function freezePostgres(postgres: EmbeddedPostgres): () => void {
  // The postmaster first, so that it starts no more backends.
  signal(listPostgresProcesses(postgres)[0]!, 'SIGSTOP')
  const pids = listPostgresProcesses(postgres)
  for (const pid of pids) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

/** Kills postmaster and backends at once, like a power failure. Returns when all have ended. */
export async function killPostgres(postgres: EmbeddedPostgres): Promise<void> {
  freezePostgres(postgres)
  const pids = listPostgresProcesses(postgres)
  for (const pid of pids) signal(pid, 'SIGKILL')
  while (areRunning(pids)) await sleep(pollMs)
}

/** Stops a server whose data is not needed any more, without the shutdown checkpoint, which is slow on a slow disk. */
export async function killAndRemovePostgres(postgres: EmbeddedPostgres): Promise<void> {
  await killPostgres(postgres)
  await postgres.stop()
}

/** Starts a killed server again with the same files and port. */
export function restartPostgres(
  { folder, port }: EmbeddedPostgres,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataFolder: folder,
    port,
    settings,
    notify: () => undefined,
  })
}
