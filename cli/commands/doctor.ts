import type { Command } from 'commander'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'

const help = `
Checks what the server needs on this host: the settings in this shell, Node, and the database. Fails if jobs wait while no
worker runs. Pages show stored counts of annotations, solutions and queue items, and stored lists of open questions and unsure
answers: --counts compares them with all rows, which takes minutes for tens of millions, and --rebuild-counts corrects them.
Nothing else is changed. Exits with 1 if a check fails.

Example:
  $ stepmark doctor`

export function addDoctorCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('doctor')
    .description('check the installation')
    .option('--json', 'print the checks as JSON')
    .option('--counts', 'also compare stored counts with the rows that they count')
    .option('--rebuild-counts', 'compare stored counts and correct wrong ones')
    .addHelpText('after', help)
    .action((options: DoctorCommandOptions) => runDoctor(terminal, options))
}

interface DoctorCommandOptions {
  json?: true
  counts?: true
  rebuildCounts?: true
}

async function runDoctor(
  terminal: Terminal,
  { json, counts, rebuildCounts }: DoctorCommandOptions,
): Promise<void> {
  const { runDoctorChecks } = await import('@/cli/doctor-checks')
  const checks = await runDoctorChecks({
    counts: rebuildCounts ? 'rebuild' : counts ? 'compare' : null,
  })
  if (json) printJson(terminal, { checks })
  else
    printLine(
      terminal,
      formatTable(checks.map(({ name, isOk, details }) => [isOk ? 'ok' : 'failed', name, details])),
    )
  const failedCount = checks.filter(({ isOk }) => !isOk).length
  if (failedCount > 0) terminal.status = 1
  printMessage(
    terminal,
    failedCount === 0 ? 'All checks passed.' : `${failedCount} of ${checks.length} checks failed.`,
  )
}
