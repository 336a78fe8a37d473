import { once } from 'node:events'
import type { Command } from 'commander'
import { say, type Shell } from '@/cli/shell'

const help = `
Needs DATABASE_URL. Reads the files of imports and writes releases until it is told to stop (Ctrl-C, SIGTERM); then what
it is at gets a few seconds and is left to others, who begin it again. Any number of workers may run, on any host: one job
of a kind at a time each. A job whose worker dies is begun again within half a minute.

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
  await onHost(async () => {
    const { runWorker } = await import('@/lib/worker/server/run-worker')
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
      await worker.stop()
    } finally {
      told.abort()
    }
    say(shell, 'Stopped. What was not done is done by the next worker.')
  })
}
