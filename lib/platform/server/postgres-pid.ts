import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isProcessAlive } from './is-process-alive'
import { runCommandAsAccount } from './postgres-os-account'

/** Line numbers in postmaster.pid (PostgreSQL's miscadmin.h), from 0. */
const pidLine = 0
const portLine = 3
const statusLine = 7

const responseTimeoutMs = 60_000
const pollMs = 100

interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

function readPostmaster(data: string): Postmaster | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return {
      pid: Number(lines[pidLine]),
      port: Number(lines[portLine]),
      isReady: lines[statusLine]?.trim() === 'ready',
    }
  } catch {
    return null
  }
}

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return runCommandAsAccount('ps', ['-o', 'command=', '-p', String(pid)]).output
  }
}

/** Whether the process is the server of this folder; true if that is unknown. */
function mayBePostgres(pid: number, data: string): boolean {
  const commandLine = readCommandLine(pid)
  return commandLine === '' || commandLine.includes(data)
}

/** Whether the server with this process id reports that it accepts connections. */
export function isPostgresReady(data: string, pid: number | undefined): boolean {
  const postmaster = readPostmaster(data)
  return postmaster !== null && postmaster.pid === pid && postmaster.isReady
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Port of the server that runs on `data`, or null. Waits for a server that is starting or stopping. A postmaster.pid
 * whose process has ended is left to PostgreSQL. One whose id now belongs to another program (a container's second
 * start) is removed, because PostgreSQL would refuse to start.
 */
export async function findRunningPostgresPort(
  data: string,
  makeSuperuserUrl: (port: number) => string,
): Promise<number | null> {
  const deadline = Date.now() + responseTimeoutMs
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(data)
    if (postmaster === null || !isProcessAlive(postmaster.pid)) return null
    if (!mayBePostgres(postmaster.pid, data)) {
      rmSync(join(data, 'postmaster.pid'), { force: true })
      return null
    }
    if (postmaster.isReady && (await acceptsConnections(makeSuperuserUrl(postmaster.port))))
      return postmaster.port
    await sleep(pollMs)
  }
  throw new Error(
    `The server on ${data} (process ${readPostmaster(data)?.pid ?? 'unknown'}) does not respond. Nothing was changed. ` +
      'Stop that process and try again.',
  )
}
