import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listSettingProblems, makeLocalServerEnv } from '@/lib/platform/server/env'
import { findPortProblem } from '@/lib/platform/server/free-port'
import { isConnectionError } from '@/lib/platform/server/lost-connection'
import { findMigrationProblems } from '@/lib/platform/server/pending-migrations'
import { databaseTimeoutMs } from '@/lib/platform/server/pg-client'
import { builtServerFolder } from '@/lib/platform/server/programs'
import { makeServerMemoryEnv } from '@/lib/platform/server/server-memory-env'
import { findNodeVersionProblems } from '@/lib/platform/server/start-checks'
import { readSystemErrorCode } from './errors'
import { explainConnectionError, requireDatabaseUrl, describeDatabaseUrl } from './host'
import { runChildScript } from './run-child-script'
import { printMessage, type Terminal } from './terminal'

const serverProgram = join(builtServerFolder, 'server.js')

/** Problems that prevent a start and can be found without a database. */
export function findSettingProblems(): string[] {
  return [...findNodeVersionProblems(), ...listSettingProblems()]
}

/**
 * Other problems that prevent a start: a port in use or a database that is not up to date. An unreachable database does
 * not: the server responds with 503 until it is reachable.
 */
export async function findStartProblems(
  terminal: Terminal,
  address: { port: number; host: string },
): Promise<string[]> {
  const port = await findPortProblem(address.port, address.host)
  return [...(port === null ? [] : [port]), ...(await findDatabaseProblems(terminal))]
}

/**
 * Problems with the state of the database. Prints a reminder while it waits. None if the database is unreachable, because the
 * server keeps trying.
 */
async function findDatabaseProblems(terminal: Terminal): Promise<string[]> {
  const url = requireDatabaseUrl()
  const reminder = setInterval(
    () => printMessage(terminal, `Waiting for PostgreSQL at ${describeDatabaseUrl(url)}…`),
    // Prints the reminder twice before the timeout.
    0.4 * databaseTimeoutMs,
  )
  try {
    return await findMigrationProblems(url)
  } catch (error) {
    const { message } = explainConnectionError(error, url)
    // Waiting does not help.
    if (readSystemErrorCode(error) === 'ERR_INVALID_URL') return [message]
    if (!isConnectionError(error)) throw error
    printMessage(terminal, `stepmark: ${message}`)
    printMessage(
      terminal,
      'The server starts anyway. Until PostgreSQL answers, it responds with 503 and retries every few seconds. See its log.',
    )
    return []
  } finally {
    clearInterval(reminder)
  }
}

export function isServerBuilt(): boolean {
  return existsSync(serverProgram)
}

/** Runs the web server until it ends. Resolves with its exit status. */
export function runServer({ port, host }: { port: number; host: string }): Promise<number> {
  const env = makeLocalServerEnv()
  return runChildScript(serverProgram, [], {
    env: {
      ...env,
      ...makeServerMemoryEnv(env),
      HOSTNAME: host,
      PORT: String(port),
      NODE_ENV: 'production',
      NEXT_MANUAL_SIG_HANDLE: '1',
    },
    // Its output is not data.
    stdio: ['ignore', process.stderr, process.stderr],
  })
}
