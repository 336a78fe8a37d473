import type { Command } from 'commander'
import { findRun } from '@/cli/score-requests'
import { saveReply } from '@/cli/save-reply'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { printMessage, type Shell } from '@/cli/shell'
import { formatBytes, formatQuantity } from '@/lib/platform/format'
import type { exportScoresContract } from '@/lib/scoring/contract'

interface Options extends ServerOptions {
  project: string
  out?: string
}

const help = `
Writes one JSON line per solution, as scored samples that select, best-of-n and import read. With --out the file appears when
it is complete.

Example:
  $ stepmark score export 1 --project competition-maths > scores.jsonl
  $ stepmark score export 1 --project competition-maths --out scores.jsonl`

export function addScoreExport(parent: Command, shell: Shell): void {
  const command = parent
    .command('export')
    .description('export the scores of a run')
    .argument('<NUMBER>', 'run number')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('-o, --out <FILE>', 'write to a file instead of standard output')
    .addHelpText('after', help)
    .action((number: string, options: Options) => exportRun(shell, number, options))
  addServerOption(command)
}

async function exportRun(shell: Shell, number: string, options: Options): Promise<void> {
  const { project, out } = options
  const server = findServer(shell, options)
  const { run } = await findRun({ shell, server, project }, number)
  const reply = await saveReply<typeof exportScoresContract>(
    server,
    { method: 'get', path: '/projects/{project}/score-runs/{run}/scores' },
    { project, run },
    out,
  )
  const destination = out ?? 'standard output'
  printMessage(
    shell,
    `${formatQuantity(reply.lines, 'solution')}, ${formatBytes(reply.bytes)}, written to ${destination}.`,
  )
}
