import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { findRun } from '@/cli/score-requests'
import { addServerOption, findServer, readFromServer, type ServerOptions } from '@/cli/server'
import { watchBytes } from '@/cli/progress'
import { printMessage, type Shell } from '@/cli/shell'
import { writeWholeFile } from '@/cli/write-whole-file'
import { AppError } from '@/lib/platform/errors'
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

interface ReplyCounts {
  bytes: number
  lines: number
}

async function exportRun(shell: Shell, number: string, options: Options): Promise<void> {
  const { project, out } = options
  const server = findServer(options)
  const { run } = await findRun({ shell, server, project }, number)
  const response = await readFromServer<typeof exportScoresContract>(
    server,
    { method: 'get', path: '/projects/{project}/score-runs/{run}/scores' },
    { project, run },
  )
  const counts: ReplyCounts = { bytes: 0, lines: 0 }
  const chunks = countLines(shell, response, counts)
  if (out === undefined) await pipeline(chunks, shell.output, { end: false })
  else await writeWholeFile(out, chunks)
  const destination = out ?? 'standard output'
  printMessage(
    shell,
    `${formatQuantity(counts.lines, 'solution')}, ${formatBytes(counts.bytes)}, written to ${destination}.`,
  )
}

const lineFeed = 0x0a

/** Throws if the reply is cut short, so that half of the scores do not look complete. */
async function* countLines(
  shell: Shell,
  { body }: Response,
  counts: ReplyCounts,
): AsyncGenerator<Uint8Array> {
  let last = lineFeed
  const refuse = () =>
    new AppError(
      'unavailable',
      `The connection was lost after ${formatBytes(counts.bytes)}, so the output is incomplete. Try again.`,
    )
  try {
    for await (const chunk of watchBytes(shell, body ?? [], null)) {
      counts.bytes += chunk.length
      for (const byte of chunk) if (byte === lineFeed) counts.lines += 1
      last = chunk.at(-1) ?? last
      yield chunk
    }
  } catch {
    throw refuse()
  }
  if (last !== lineFeed) throw refuse()
}
