import type { Command } from 'commander'
import { UsageError } from '@/cli/errors'
import { findSolutionWithGold } from '@/cli/gold-requests'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printJson, printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  firstError?: string
  /** False if --no-error was given. */
  error: boolean
  explanation?: string
  json?: true
}

const help = `
Marks a solution as gold (known answer). Steps are numbered from 1. If you name several, each counts as the correct first
error. An earlier answer is overwritten. The solution leaves the normal queue.

Example:
  $ stepmark gold mark a/0 --project competition-maths --first-error 2,3 --explanation "1 + 1 is 2, not 3."`

export function addGoldMarkCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('mark')
    .description('mark a solution as gold')
    .argument('<SOLUTION>', 'id or external id of the solution')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--first-error <steps>', 'steps from 1, comma-separated')
    .option('--no-error', 'the solution has no error')
    .option(
      '--explanation <text>',
      'shown to annotators after they answer, if gold is explained (project quality --explains-gold)',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action((solution: string, options: Options) => markGold(terminal, solution, options))
  addServerOption(command)
}

async function markGold(terminal: Terminal, nameOrId: string, options: Options): Promise<void> {
  const { project, explanation, json } = options
  const firstErrors = readFirstErrors(options)
  const server = readServerConnection(terminal, options)
  const { solution, revision } = await findSolutionWithGold(server, project, nameOrId)
  const reply = await callServer(server, 'post /projects/{project}/gold/{solution}', {
    project,
    solution,
    revision,
    firstErrors,
    explanation,
  })
  if (json) return printJson(terminal, reply)
  const queueText =
    reply.closedSlots > 0
      ? ` and has left the queue, where it waited for ${formatQuantity(reply.closedSlots, 'more annotation')}`
      : ''
  printMessage(
    terminal,
    `${sanitiseForTerminal(nameOrId)} is gold${reply.wasGold ? ' with a new answer' : ''}${queueText}.`,
  )
}

function readFirstErrors({ firstError, error }: Options): number[] {
  if ((firstError === undefined) === error)
    throw new UsageError('Pass either --first-error or --no-error. Nothing was changed.')
  if (firstError === undefined) return []
  const steps = firstError.split(',').map((step) => Number(step.trim() || 'none'))
  if (steps.some((step) => !Number.isInteger(step) || step < 1))
    throw new UsageError(
      `"${firstError}" is not a list of steps. Use numbers from 1, separated by commas. Nothing was changed.`,
    )
  return steps.map((step) => step - 1)
}
