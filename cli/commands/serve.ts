import { type Command, InvalidArgumentError } from 'commander'
import { say, type Shell } from '@/cli/shell'
import { parsePort } from '@/lib/platform/server/setting-rules'

const help = `
Needs DATABASE_URL, NEXTAUTH_URL and NEXTAUTH_SECRET, and what "npm run build" made. Looks at the settings first, then whether
the port is free and the database up to date, and at the rest of the database as soon as it can be reached: a server that
could not be trusted does not start, and says why. Put a reverse proxy before it that speaks TLS.

Told to stop (Ctrl-C, SIGTERM), it says at /readyz that it is not ready, serves for another STEPMARK_DRAIN_SECONDS (5; 0
where NEXTAUTH_URL is this machine), finishes what it is at, gives its jobs back, and ends with 0. Told twice, it waits for nothing.

Example:
  $ stepmark serve --port 3000`

interface Options {
  port: number
  host: string
}

export function addServe(parent: Command, shell: Shell): void {
  parent
    .command('serve')
    .description('serve the pages and the API')
    .option('--port <n>', 'where it listens', readPort, 3000)
    .option('--host <address>', 'for whom it listens; 0.0.0.0 is everybody', '127.0.0.1')
    .addHelpText('after', help)
    .action((options: Options) => serve(shell, options))
}

function readPort(text: string): number {
  const port = parsePort(text)
  if (port === null) throw new InvalidArgumentError('Give a port from 1 to 65535.')
  return port
}

async function serve(shell: Shell, { port, host }: Options): Promise<void> {
  const { findPlaceProblems, findSettingProblems, isBuilt, runServer } =
    await import('@/cli/run-server')
  const problems = findSettingProblems()
  if (!isBuilt()) problems.push('The app is not built yet. Run "npm run build" first.')
  // Without an address of the database there is nothing to look at.
  if (problems.length === 0) problems.push(...(await findPlaceProblems(shell, { port, host })))
  for (const problem of problems) say(shell, `stepmark: ${problem}`)
  if (problems.length > 0) {
    say(shell, 'Nothing was started. What is in the database is as it was.')
    shell.status = 1
    return
  }
  if ((await runServer({ port, host })) !== 0) shell.status = 1
}
