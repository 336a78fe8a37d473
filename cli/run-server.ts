import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findUnsafeSettings, readHostEnv } from '@/lib/platform/server/env'
import { findListenProblem } from '@/lib/platform/server/free-port'
import { isConnectionTrouble } from '@/lib/platform/server/lost-connection'
import { findMigrationProblems } from '@/lib/platform/server/pending-migrations'
import { databaseTimeoutMs } from '@/lib/platform/server/pg-client'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { findOldNode } from '@/lib/platform/server/start-checks'
import { stopWithParent } from '@/lib/platform/server/watch-parent'
import { explainConnection, findDatabaseUrl, nameDatabase } from './host'
import { readCode } from './refusals'
import { say, type Shell } from './shell'

const nextProgram = join(repositoryRoot, 'node_modules', 'next', 'dist', 'bin', 'next')
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** What keeps a server from starting, as far as it can be seen without a database. */
export function findSettingProblems(): string[] {
  return [...findOldNode(), ...findUnsafeSettings()]
}

/**
 * What else keeps it from starting, seen before anything is begun: a port that is taken, a database that is not up to date.
 * One that cannot be reached yet is no reason: the server answers 503 until it can.
 */
export async function findPlaceProblems(
  shell: Shell,
  place: { port: number; host: string },
): Promise<string[]> {
  const port = await findListenProblem(place.port, place.host)
  return [...(port === null ? [] : [port]), ...(await findDatabaseProblems(shell))]
}

/** Says what is waited for while it is, and at the end that it was in vain: then the server looks again and again. */
async function findDatabaseProblems(shell: Shell): Promise<string[]> {
  const url = findDatabaseUrl()
  const saying = setInterval(
    () => say(shell, `Waiting for PostgreSQL at ${nameDatabase(url)} to answer ...`),
    // Twice before the database is given up.
    0.4 * databaseTimeoutMs,
  )
  try {
    return await findMigrationProblems(url)
  } catch (error) {
    const { message } = explainConnection(error, url)
    // No waiting mends that.
    if (readCode(error) === 'ERR_INVALID_URL') return [message]
    if (!isConnectionTrouble(error)) throw error
    say(shell, `stepmark: ${message}`)
    say(shell, 'The server answers 503 until it can, and looks every few seconds; its log says so.')
    return []
  } finally {
    clearInterval(saying)
  }
}

export function isBuilt(): boolean {
  return existsSync(join(repositoryRoot, '.next', 'BUILD_ID'))
}

/**
 * Next in a process of its own, which hears our signals and ends itself well (lib/worker/server/stop-well.ts). Resolves with
 * what it ends with. One that a signal ends before it has come up has nothing to finish: 0.
 */
export async function runServer({ port, host }: { port: number; host: string }): Promise<number> {
  const child = spawn(
    process.execPath,
    [nextProgram, 'start', '--port', String(port), '--hostname', host],
    {
      cwd: repositoryRoot,
      env: { ...readHostEnv(), NODE_ENV: 'production', NEXT_MANUAL_SIG_HANDLE: '1' },
      // Its words are no data; and Ctrl-C in a terminal is to reach it once, through us.
      stdio: ['ignore', process.stderr, process.stderr],
      detached: process.platform !== 'win32',
    },
  )
  stopWithParent(child, 'TERM')
  let wasTold = false
  const forward = (signal: NodeJS.Signals) => {
    wasTold = true
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? (wasTold ? 0 : 1)))
    })
  } finally {
    for (const signal of signals) process.off(signal, forward)
  }
}
