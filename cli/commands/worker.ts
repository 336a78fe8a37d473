import { once } from 'node:events'
import type { Command } from 'commander'
import { UsageError } from '@/cli/refusals'
import { say, type Shell } from '@/cli/shell'

const help = `
Needs DATABASE_URL, and NEXTAUTH_SECRET as the web server has it: what webhooks sign with is sealed with it. Reads the files
of imports, writes releases and tells webhooks until it is told to stop (Ctrl-C, SIGTERM); then what it is at gets a few seconds and is left to others, who begin it again. Any number of workers may run, on any host: one job
of a kind at a time each. A job whose worker dies is begun again within half a minute.

With STEPMARK_WORKER_PORT it answers /healthz, /readyz and /metrics there, as the web server does.

The web server does the same in a thread of its own, unless it is started with STEPMARK_WORKER=off.

Example:
  $ stepmark worker`

export function addWorker(parent: Command, shell: Shell): void {
  parent
    .command('worker')
    .description('run imports and releases outside of the web server')
    .addHelpText('after', help)
    .action(() => work(shell))
}

async function work(shell: Shell): Promise<void> {
  const { onHost } = await import('@/cli/host')
  const { beginDraining } = await import('@/lib/platform/server/drain')
  const { closeReadiness } = await import('@/lib/platform/server/readiness')
  const { noteStartedSecret } = await import('@/lib/platform/server/started-secrets')
  await onHost(async () => {
    const { runWorker } = await import('@/lib/worker/server/run-worker')
    const door = await openDoor(shell)
    await noteStartedSecret()
    const told = new AbortController()
    const asked = Promise.race(
      ['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal: told.signal })),
    )
    asked.catch(() => undefined) // nobody waits for it where the worker does not come up
    try {
      const worker = await runWorker()
      say(shell, 'Working. Ctrl-C stops.')
      await asked
      say(shell, 'Stopping ...')
      beginDraining()
      await worker.stop()
    } finally {
      told.abort()
      await door?.close()
      await closeReadiness()
    }
    say(shell, 'Stopped. What was not done is done by the next worker.')
  })
}

/** Where it says how it is, if anywhere. */
async function openDoor(shell: Shell): Promise<{ close(): Promise<void> } | null> {
  const { findStraySettings, findUnsafeWorkerSettings, readWorkerPort } =
    await import('@/lib/platform/server/env')
  const problems = findUnsafeWorkerSettings()
  if (problems.length > 0) throw new UsageError(`${problems.join(' ')} Nothing was started.`)
  for (const problem of findStraySettings()) say(shell, `stepmark: ${problem}`)
  const port = readWorkerPort()
  if (port === null) return null
  const { openWorkerDoor } = await import('@/lib/worker/server/worker-door')
  return openWorkerDoor(port)
}
