import type { Command } from 'commander'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'

const help = `
Looks at what the server on this host needs: its settings as they are in this shell, Node, and the database. Changes
nothing. Ends with 1 when something is wrong.

Example:
  $ stepmark doctor`

export function addDoctor(parent: Command, shell: Shell): void {
  parent
    .command('doctor')
    .description('find out what is wrong with an installation')
    .option('--json', 'what was found, as JSON')
    .addHelpText('after', help)
    .action((options: { json?: true }) => examine(shell, options))
}

async function examine(shell: Shell, { json }: { json?: true }): Promise<void> {
  const { runChecks } = await import('@/cli/doctor-checks')
  const checks = await runChecks()
  if (json) printJson(shell, { checks })
  else
    print(
      shell,
      formatTable(checks.map(({ name, isOk, found }) => [isOk ? 'ok' : 'not ok', name, found])),
    )
  const wrong = checks.filter(({ isOk }) => !isOk).length
  if (wrong > 0) shell.status = 1
  say(shell, wrong === 0 ? 'All is well.' : `Not ok: ${wrong} of ${checks.length}.`)
}
