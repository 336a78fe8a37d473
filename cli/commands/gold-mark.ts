import type { Command } from 'commander'
import { findGoldSolution } from '@/cli/gold-calls'
import { UsageError } from '@/cli/refusals'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { printJson, say, type Shell, showText } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'
import type { markGoldContract } from '@/lib/review/gold-contract'

interface Options extends ServerOptions {
  project: string
  firstError?: string
  /** False where --no-error was given. */
  error: boolean
  explanation?: string
  json?: true
}

const help = `
SOLUTION is its id, or its name in the data. Steps are counted from 1; of several, each is right as the first error.
What was known of it before is written over. It is no ordinary work any more.

Example:
  $ stepmark gold mark a/0 --project competition-maths --first-error 2,3 --explanation "1 + 1 is 2, not 3."`

export function addGoldMark(parent: Command, shell: Shell): void {
  const command = parent
    .command('mark')
    .description('say where the first error of a solution is')
    .argument('<SOLUTION>', 'its id, or its name in the data')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--first-error <steps>', 'steps, from 1, with commas between')
    .option('--no-error', 'there is none')
    .option('--explanation <words>', 'what people are told after they answered it')
    .option('--json', 'what came of it, as JSON')
    .addHelpText('after', help)
    .action((solution: string, options: Options) => mark(shell, solution, options))
  addServerOption(command)
}

async function mark(shell: Shell, named: string, options: Options): Promise<void> {
  const { project, explanation, json } = options
  const firstErrors = readFirstErrors(options)
  const server = findServer(options)
  const { solution, revision } = await findGoldSolution(server, project, named)
  const done = await callServer<typeof markGoldContract>(
    server,
    { method: 'post', path: '/projects/{project}/gold/{solution}' },
    { project, solution, revision, firstErrors, explanation },
  )
  if (json) return printJson(shell, done)
  const closed =
    done.closedPlaces > 0 ? ` ${formatNoun(done.closedPlaces, 'place')} in the queue closed.` : ''
  say(
    shell,
    `${showText(named)} is gold${done.wasGold ? ', by another answer than before' : ''}.${closed}`,
  )
}

function readFirstErrors({ firstError, error }: Options): number[] {
  if ((firstError === undefined) === error)
    throw new UsageError(
      'Say where the first error is: --first-error, or --no-error. Nothing was done.',
    )
  if (firstError === undefined) return []
  const steps = firstError.split(',').map((step) => Number(step.trim() || 'none'))
  if (steps.some((step) => !Number.isInteger(step) || step < 1))
    throw new UsageError(
      `"${firstError}" is no list of steps: numbers from 1, with commas between. Nothing was done.`,
    )
  return steps.map((step) => step - 1)
}
