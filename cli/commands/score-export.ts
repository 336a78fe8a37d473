import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { findRun } from '@/cli/score-calls'
import { addServerOption, findServer, readFromServer, type ServerOptions } from '@/cli/server'
import { watchBytes } from '@/cli/progress'
import { say, type Shell } from '@/cli/shell'
import { writeWholeFile } from '@/cli/write-whole-file'
import { AppError } from '@/lib/platform/errors'
import { formatBytes, formatNoun } from '@/lib/platform/format'
import type { exportScoresContract } from '@/lib/scoring/contract'

interface Options extends ServerOptions {
  project: string
  out?: string
}

const help = `
One line of JSON a solution, in the shape of scored samples: select and best-of-n read it, and import does. With --out the
file appears when it is complete.

Example:
  $ stepmark score export 1 --project competition-maths > scores.jsonl
  $ stepmark score export 1 --project competition-maths --out scores.jsonl`

export function addScoreExport(parent: Command, shell: Shell): void {
  const command = parent
    .command('export')
    .description('take the scores of a run out')
    .argument('<NUMBER>', 'of the run')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('-o, --out <FILE>', 'a file instead of standard output')
    .addHelpText('after', help)
    .action((number: string, options: Options) => exportRun(shell, number, options))
  addServerOption(command)
}

interface Tally {
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
  const tally: Tally = { bytes: 0, lines: 0 }
  const chunks = countLines(shell, response, tally)
  if (out === undefined) await pipeline(chunks, shell.output, { end: false })
  else await writeWholeFile(out, chunks)
  const place = out ?? 'standard output'
  say(shell, `${formatNoun(tally.lines, 'solution')}, ${formatBytes(tally.bytes)}, to ${place}.`)
}

const lineFeed = 0x0a

/** Throws where the reply breaks off: half of the scores must not look like all. */
async function* countLines(
  shell: Shell,
  { body }: Response,
  tally: Tally,
): AsyncGenerator<Uint8Array> {
  let last = lineFeed
  const refuse = () =>
    new AppError(
      'unavailable',
      `The reply broke off after ${formatBytes(tally.bytes)}: what was written is not complete. Nothing on the server was changed; try again.`,
    )
  try {
    for await (const chunk of watchBytes(shell, body ?? [], null)) {
      tally.bytes += chunk.length
      for (const byte of chunk) if (byte === lineFeed) tally.lines += 1
      last = chunk.at(-1) ?? last
      yield chunk
    }
  } catch {
    throw refuse()
  }
  if (last !== lineFeed) throw refuse()
}
