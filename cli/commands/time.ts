import { type Command, InvalidArgumentError } from 'commander'
import { saveReplyLines } from '@/cli/save-reply-lines'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printMessage, type Terminal } from '@/cli/terminal'
import { z } from '@/lib/platform/contract'

interface Options extends ServerOptions {
  project: string
  from?: string
  to?: string
  out?: string
}

const help = `
CSV: project, person, email, day (UTC), active_ms, active_hours, annotations. Excludes idle time of over a minute. Time counts
on the day it was spent, even if an annotation is reopened; annotations are those submitted on that day and still submitted.

Example:
  $ stepmark time --project competition-maths
  $ stepmark time --project competition-maths --from 2026-01-01 --to 2026-01-31 --out january.csv`

export function addTimeCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('time')
    .description('export active time per person and day as CSV')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--from <day>', 'first day, such as 2026-01-31', readDay)
    .option('--to <day>', 'last day', readDay)
    .option('-o, --out <FILE>', 'write to a file instead of standard output')
    .addHelpText('after', help)
    .action((options: Options) => writeTime(terminal, options))
  addServerOption(command)
}

function readDay(text: string): string {
  if (!z.iso.date().safeParse(text).success)
    throw new InvalidArgumentError('Use a day such as 2026-01-31.')
  return text
}

async function writeTime(terminal: Terminal, options: Options): Promise<void> {
  const { project, from, to, out } = options
  const server = readServerConnection(terminal, options)
  await saveReplyLines(
    server,
    'get /projects/{project}/time',
    { project, ...(from ? { from } : {}), ...(to ? { to } : {}) },
    out,
  )
  if (out !== undefined) printMessage(terminal, `Active time written to ${out}.`)
}
