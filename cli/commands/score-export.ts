import type { Command } from 'commander'
import { UsageError } from '@/cli/errors'
import { saveReplyLines } from '@/cli/save-reply-lines'
import { findScoreRunByNumberOrId } from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printMessage, type Terminal } from '@/cli/terminal'
import { formatBytes, formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  out?: string
  unscored?: true
}

const help = `
Writes one JSON line per solution, as scored samples that select, best-of-n and import read. With --out the file appears when
it is complete. With --unscored and NUMBER, it exports the solutions without a score in that run; with --unscored
alone, those without a score in any run. Score them elsewhere and import the scores with "stepmark score import".

Example:
  $ stepmark score export 1 --project competition-maths > scores.jsonl
  $ stepmark score export 1 --project competition-maths --out scores.jsonl
  $ stepmark score export --project competition-maths --unscored > to-score.jsonl`

export function addScoreExportCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('export')
    .description('export the scores of a run')
    .argument('[NUMBER]', 'run number; with --unscored, may be left out')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--unscored', 'export the solutions without a score instead')
    .option('-o, --out <FILE>', 'write to a file instead of standard output')
    .addHelpText('after', help)
    .action((number: string | undefined, options: Options) => exportRun(terminal, number, options))
  addServerOption(command)
}

async function exportRun(
  terminal: Terminal,
  number: string | undefined,
  options: Options,
): Promise<void> {
  const { project, out, unscored } = options
  if (number === undefined && !unscored)
    throw new UsageError(
      'Name a run, or pass --unscored to export the solutions that no run has scored.',
    )
  const server = readServerConnection(terminal, options)
  const reply =
    number === undefined
      ? await saveReplyLines(server, 'get /projects/{project}/unscored-solutions', { project }, out)
      : await saveReplyLines(
          server,
          'get /projects/{project}/score-runs/{run}/scores',
          {
            project,
            run: (await findScoreRunByNumberOrId({ terminal, server, project }, number)).run,
            scored: unscored ? 'no' : 'yes',
          },
          out,
        )
  const destination = out ?? 'standard output'
  printMessage(
    terminal,
    `${formatQuantity(reply.lines, 'solution')}, ${formatBytes(reply.bytes)}, written to ${destination}.`,
  )
}
