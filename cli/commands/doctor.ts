import type { Command } from 'commander'
import { formatTable, print, printJson, printMessage, type Shell } from '@/cli/shell'

const help = `
Checks what the server needs on this host: the settings in this shell, Node, and the database. Fails if jobs wait while no
worker runs. Changes nothing. Exits with 1 if a check fails.

Example:
  $ stepmark doctor`

export function addDoctor(parent: Command, shell: Shell): void {
  parent
    .command('doctor')
    .description('check the installation')
    .option('--json', 'print the checks as JSON')
    .addHelpText('after', help)
    .action((options: { json?: true }) => runDoctor(shell, options))
}

async function runDoctor(shell: Shell, { json }: { json?: true }): Promise<void> {
  const { runChecks } = await import('@/cli/doctor-checks')
  const checks = await runChecks()
  if (json) printJson(shell, { checks })
  else
    print(
      shell,
      formatTable(checks.map(({ name, isOk, details }) => [isOk ? 'ok' : 'failed', name, details])),
    )
  const wrong = checks.filter(({ isOk }) => !isOk).length
  if (wrong > 0) shell.status = 1
  printMessage(
    shell,
    wrong === 0 ? 'All checks passed.' : `${wrong} of ${checks.length} checks failed.`,
  )
}
