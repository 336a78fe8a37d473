import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { printMessage, type Terminal } from '@/cli/terminal'

const help = `
Starts an embedded PostgreSQL, loads a demo project, and prints the URL and demo accounts. With DATABASE_URL, it uses that
database, if it is empty or the demo created it. Ctrl-C stops everything; the next start keeps your changes. In a checkout,
use "npm run demo".

Example:
  $ stepmark demo --port 4747`

interface Options {
  port?: string
  home?: string
  fresh?: true
}

export function addDemoCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('demo')
    .description('try Stepmark with a demo project and accounts')
    .option('--port <n>', 'port to listen on; the next free one if it is in use (default: 4747)')
    .option('--home <dir>', 'folder for the database and other files (default: ~/.stepmark)')
    .option('--fresh', 'reset the demo data')
    .addHelpText('after', help)
    .action((options: Options) => runDemo(terminal, options))
}

async function runDemo(terminal: Terminal, { port, home, fresh }: Options): Promise<void> {
  const { getBundlePath } = await import('@/lib/platform/server/programs')
  const { runChildScript } = await import('@/cli/run-child-script')
  const program = getBundlePath('scripts/packaged-demo.ts')
  if (!existsSync(program)) {
    printMessage(terminal, 'stepmark: This checkout is not built. Run "npm run demo" instead.')
    terminal.status = 1
    return
  }
  const args = [
    ...(port === undefined ? [] : ['--port', port]),
    ...(home === undefined ? [] : ['--home', home]),
    ...(fresh ? ['--fresh'] : []),
  ]
  const status = await runChildScript(program, args, { stdio: 'inherit' })
  // 2: the options are wrong, or the demo did not create the database.
  if (status !== 0) terminal.status = status === 2 ? 2 : 1
}
