import { type Command, InvalidArgumentError } from 'commander'
import { printMessage, type Terminal } from '@/cli/terminal'
import { parsePort } from '@/lib/platform/server/setting-rules'

const help = `
Needs DATABASE_URL, NEXTAUTH_URL, NEXTAUTH_SECRET and the output of "npm run build". Checks the settings, the port and the
database before it starts, and refuses to start an unsafe server. Put a reverse proxy with TLS in front of it.

On Ctrl-C or SIGTERM, /readyz reports not ready, the server keeps serving for STEPMARK_DRAIN_SECONDS (5; 0 if NEXTAUTH_URL is
on localhost), finishes requests in progress, releases its jobs and exits with 0. A second signal ends both waits; jobs still
get a few seconds to stop.

Example:
  $ stepmark serve --port 3000`

interface Options {
  port: number
  host: string
}

export function addServeCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('serve')
    .description('start the web server')
    .option('--port <n>', 'port to listen on', readPort, 3000)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all interfaces', '127.0.0.1')
    .addHelpText('after', help)
    .action((options: Options) => serve(terminal, options))
}

function readPort(text: string): number {
  const port = parsePort(text)
  if (port === null) throw new InvalidArgumentError('Use a port from 1 to 65535.')
  return port
}

async function serve(terminal: Terminal, { port, host }: Options): Promise<void> {
  const { findStartProblems, findSettingProblems, isServerBuilt, runServer } =
    await import('@/cli/run-server')
  const problems = findSettingProblems()
  if (!isServerBuilt()) problems.push('The app is not built. Run "npm run build" first.')
  // The next checks need the settings.
  if (problems.length === 0) problems.push(...(await findStartProblems(terminal, { port, host })))
  for (const problem of problems) printMessage(terminal, `stepmark: ${problem}`)
  if (problems.length > 0) {
    printMessage(terminal, 'The server was not started. The database was not changed.')
    terminal.status = 1
    return
  }
  if ((await runServer({ port, host })) !== 0) terminal.status = 1
}
