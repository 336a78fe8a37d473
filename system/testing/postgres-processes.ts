import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/lib/platform/server/embedded-postgres'

const pollMs = 10

/** The postmaster first, then every process that it has begun. */
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

/** Also those that no one has waited for yet have ended. */
function areRunning(pids: readonly number[]): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')], { encoding: 'utf8' })
  return stdout.split('\n').some((state) => state !== '' && !state.startsWith('Z'))
}

/** Postmaster and backends stand still, as on a machine whose disk hangs; gives what lets them go on. */
export function freezePostgres(postgres: EmbeddedPostgres): () => void {
  // The postmaster first: it begins no more of them.
  signal(listPostgresProcesses(postgres)[0]!, 'SIGSTOP')
  const all = listPostgresProcesses(postgres)
  for (const pid of all) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of all) signal(pid, 'SIGCONT')
  }
}

/** Postmaster and backends at once, as the power would. Returns when all are gone. */
export async function killPostgres(postgres: EmbeddedPostgres): Promise<void> {
  freezePostgres(postgres)
  const all = listPostgresProcesses(postgres)
  for (const pid of all) signal(pid, 'SIGKILL')
  while (areRunning(all)) await sleep(pollMs)
}

/** For a server whose data no one needs any more: skips the shutdown checkpoint, which a slow disk takes seconds for. */
export async function discardPostgres(postgres: EmbeddedPostgres): Promise<void> {
  await killPostgres(postgres)
  await postgres.stop()
}

/** On the same files and port, as whoever looks after it would begin it again. */
export function restartPostgres(
  { folder, port }: EmbeddedPostgres,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    ...{ dataFolder: folder, port, settings },
    note: () => undefined,
  })
}
