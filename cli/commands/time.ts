import { pipeline } from 'node:stream/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { addServerOption, findServer, readFromServer, type ServerOptions } from '@/cli/server'
import { watchBytes } from '@/cli/progress'
import { say, type Shell } from '@/cli/shell'
import { writeWholeFile } from '@/cli/write-whole-file'
import { z } from '@/lib/platform/contract'
import type { listTimeContract } from '@/lib/review/people-contract'

interface Options extends ServerOptions {
  project: string
  from?: string
  to?: string
  out?: string
}

const help = `
CSV: project, person, email, day (UTC), active_ms, active_hours, annotations. Idle time of over a minute is left out. Time
stays on its day, whatever becomes of the annotations; annotations are those that were submitted on that day and still are.

Example:
  $ stepmark time --project competition-maths
  $ stepmark time --project competition-maths --from 2026-01-01 --to 2026-01-31 --out january.csv`

export function addTime(parent: Command, shell: Shell): void {
  const command = parent
    .command('time')
    .description('active time of each person on each day, as CSV')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--from <day>', 'the first day, as 2026-01-31', readDay)
    .option('--to <day>', 'the last day', readDay)
    .option('-o, --out <FILE>', 'a file instead of standard output')
    .addHelpText('after', help)
    .action((options: Options) => writeTime(shell, options))
  addServerOption(command)
}

function readDay(text: string): string {
  if (!z.iso.date().safeParse(text).success)
    throw new InvalidArgumentError('Give a day as 2026-01-31.')
  return text
}

async function writeTime(shell: Shell, options: Options): Promise<void> {
  const { project, from, to, out } = options
  const server = findServer(options)
  const { body } = await readFromServer<typeof listTimeContract>(
    server,
    { method: 'get', path: '/projects/{project}/time' },
    { project, ...(from ? { from } : {}), ...(to ? { to } : {}) },
  )
  const bytes = watchBytes(shell, body ?? [], null)
  if (out === undefined) return pipeline(bytes, shell.output, { end: false })
  await writeWholeFile(out, bytes)
  say(shell, `Time at work, to ${out}.`)
}
