import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@/lib/platform/server/free-port'
import { getBundlePath } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { isServerReady } from './start-load-balancer'

export const metricsToken = 'a-token-that-opens-the-metrics'
const startTimeoutMs = 120_000

export interface WorkerProcess {
  url: string
  /** Returns its exit status. */
  stop(): Promise<number | null>
  /** Like a power failure. */
  kill(): Promise<void>
}

/** The value of a metric of a process that was started with `metricsToken`; 0 if there is none. */
export async function readMetric(url: string, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const line = text.split('\n').find((metricLine) => metricLine.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

/** Starts `stepmark worker`, and waits until it is ready. */
export async function startWorkerProcess(
  env: Readonly<Record<string, string>>,
  logFile: string,
): Promise<WorkerProcess> {
  const port = await findFreePort(0)
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(process.execPath, [getBundlePath('cli/main.ts'), 'worker'], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      STEPMARK_WORKER_PORT: String(port),
      STEPMARK_METRICS_TOKEN: metricsToken,
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  stopChildWithParent(child, 'TERM')
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await isServerReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The worker did not start. The reason is in ${logFile}.`)
    }
    await sleep(100)
  }
  const endWith = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exitPromise = once(child, 'exit')
    child.kill(signal)
    await exitPromise
  }
  return {
    url,
    async stop() {
      await endWith('SIGTERM')
      return child.exitCode
    },
    kill: () => endWith('SIGKILL'),
  }
}
