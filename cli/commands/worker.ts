import type { Command } from 'commander'
import { UsageError } from '@/cli/errors'
import { printMessage, type Terminal } from '@/cli/terminal'

const help = `
Needs DATABASE_URL and the servers' NEXTAUTH_SECRET, which encrypts webhook secrets. Processes imports, releases, score runs and
webhooks until it receives Ctrl-C or SIGTERM. Unfinished jobs then get a few seconds, and are left to other workers. You can run
any number of workers on any host; each runs one job per kind at a time. If a worker dies, its job restarts within 30 seconds.
Waits while the database is down or starting.

With STEPMARK_WORKER_PORT it serves /healthz, /readyz and /metrics on that port, like the web server.

The web server runs a worker in its own thread, unless STEPMARK_WORKER=off.

Example:
  $ stepmark worker`

export function addWorkerCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('worker')
    .description('start a background worker')
    .addHelpText('after', help)
    .action(() => runWorkerUntilStopped(terminal))
}

async function runWorkerUntilStopped(terminal: Terminal): Promise<void> {
  const { runOnMigratedDatabase, waitForDatabase } = await import('@/cli/host')
  const { closeReadinessConnections } = await import('@/lib/platform/server/readiness')
  const healthServer = await openHealthServer(terminal)
  try {
    await waitForDatabase(() =>
      printMessage(terminal, 'The database can’t be reached. Waiting for it.'),
    )
    await runOnMigratedDatabase(() => runUntilStopped(terminal))
  } finally {
    await healthServer?.close()
    await closeReadinessConnections()
  }
  printMessage(terminal, 'Stopped. Other workers continue unfinished jobs.')
}

/** Runs jobs until Ctrl-C or SIGTERM. */
async function runUntilStopped(terminal: Terminal): Promise<void> {
  const { startDraining } = await import('@/lib/platform/server/shutdown-drain')
  const { recordSecretFingerprint } = await import('@/lib/platform/server/secret-fingerprints')
  const { runWorker } = await import('@/lib/worker/server/run-worker')
  await recordSecretFingerprint()
  const { promise: stopSignal, resolve: stop } = Promise.withResolvers<void>()
  // These handlers stay, so that a second signal does not kill the process before its jobs are released.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop())
  const worker = await runWorker()
  printMessage(terminal, 'Worker started. Press Ctrl-C to stop.')
  await stopSignal
  printMessage(terminal, 'Stopping…')
  startDraining()
  await worker.stop()
}

/** Checks the settings and opens the health endpoints if a port is set. Throws `UsageError` if a setting is wrong. */
async function openHealthServer(terminal: Terminal): Promise<{ close(): Promise<void> } | null> {
  const { listUnknownSettings, listWorkerSettingProblems, readWorkerPort } =
    await import('@/lib/platform/server/env')
  const problems = listWorkerSettingProblems()
  if (problems.length > 0) throw new UsageError(`${problems.join(' ')} Nothing was started.`)
  for (const problem of listUnknownSettings()) printMessage(terminal, `stepmark: ${problem}`)
  const port = readWorkerPort()
  if (port === null) return null
  const { serveWorkerEndpoints } = await import('@/lib/worker/server/worker-endpoints')
  return serveWorkerEndpoints(port)
}
