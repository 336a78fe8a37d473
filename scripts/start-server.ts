import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@/lib/platform/server/free-port'
import { builtServerFolder } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { makeServerMemoryEnv } from '@/lib/platform/server/server-memory-env'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'

export interface WebServerOptions {
  databaseUrl: string
  /** The preferred port; the next free one if it is in use. */
  port: number
  /** Signs session cookies: at least 32 random bytes, in base64. */
  secret: string
  /** `start` serves the output of `next build`; `dev` compiles on demand. */
  mode: 'start' | 'dev'
  /** Folder with the built server, for `start`; default: that of this repository. */
  folder?: string
  /** Where to write the server's output; default: the output of this process. */
  logFile?: string
  /** Overrides all other variables except HOSTNAME and PORT. */
  env?: Readonly<Record<string, string>>
}

export interface WebServer {
  /** http://127.0.0.1:<port> */
  url: string
  process: ChildProcess
  /** Waits up to 15 s for open requests, then ends the server. Can be called twice. */
  stop(): Promise<void>
}

const startTimeoutMs = { start: 60_000, dev: 180_000 } as const
const requestTimeoutMs = 60_000
const stopTimeoutMs = 15_000
const pollMs = 50
const host = '127.0.0.1'
const logTailLines = 15

const nextProgram = join(repositoryRoot, 'node_modules', 'next', 'dist', 'bin', 'next')

/** The program and arguments of a server. The built one reads its address from HOSTNAME and PORT. */
const listArguments = ({ mode, folder = builtServerFolder }: WebServerOptions, port: number) =>
  mode === 'start'
    ? [join(folder, 'server.js')]
    : [nextProgram, 'dev', '-p', String(port), '-H', host]

/** Our environment without AUTH_TRUST_HOST, with the settings of the server. */
function makeEnv(options: WebServerOptions, url: string): NodeJS.ProcessEnv {
  const { AUTH_TRUST_HOST, ...inheritedEnv } = process.env
  return {
    ...inheritedEnv,
    NODE_ENV: options.mode === 'dev' ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: options.databaseUrl,
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: options.secret,
    ...options.env,
    ...(options.mode === 'start' && makeServerMemoryEnv({ ...inheritedEnv, ...options.env })),
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function launch(options: WebServerOptions, port: number, url: string): ChildProcess {
  const log = options.logFile ? openSync(options.logFile, 'w', 0o600) : null
  try {
    return spawn(process.execPath, listArguments(options, port), {
      cwd: repositoryRoot,
      env: { ...makeEnv(options, url), HOSTNAME: host, PORT: String(port) },
      stdio: ['ignore', log ?? 'inherit', log ?? 'inherit'],
    })
  } finally {
    if (log !== null) closeSync(log)
  }
}

async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })
    await response.text()
    return response.ok
  } catch {
    return false
  }
}

function readLogTail(logFile: string | undefined): string {
  if (!logFile) return ''
  return `\n${readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-logTailLines).join('\n')}`
}

async function waitUntilReady(
  child: ChildProcess,
  url: string,
  { mode, logFile }: WebServerOptions,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs[mode]
  while (!(await isResponding(`${url}/sign-in`))) {
    if (hasEnded(child))
      throw new Error(
        `The web server stopped before it was ready. Your data is safe.${readLogTail(logFile)}`,
      )
    if (Date.now() > deadline)
      throw new Error(
        `${url}/sign-in did not respond within ${startTimeoutMs[mode] / 1000} s. Your data is safe.${readLogTail(logFile)}`,
      )
    await sleep(pollMs)
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs
  child.kill('SIGTERM')
  while (!hasEnded(child) && Date.now() < deadline) await sleep(pollMs)
  if (!hasEnded(child)) child.kill('SIGKILL')
}

/**
 * Starts Next on 127.0.0.1 and waits until /sign-in responds. The server ends with this process at
 * the latest. Throws with the server's last output if it does not start.
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const port = await findFreePort(options.port)
  const url = `http://${host}:${port}`
  const child = launch(options, port, url)
  stopChildWithParent(child, 'TERM')
  let stopPromise: Promise<void> | undefined
  const stop = () => (stopPromise ??= stopServer(child))
  try {
    await waitUntilReady(child, url, options)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, process: child, stop }
}
