import type { Command } from 'commander'
import { describeRound } from '@/cli/describe-round'
import { withInterruptSignal } from '@/cli/interrupt'
import { addRoundOptions, buildRoundPolicy, type RoundOptions } from '@/cli/round-options'
import { findScoreRunId, waitForRound, startRound, planRound } from '@/cli/round-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions, RoundOptions {
  project: string
  start?: true
  json?: true
}

const help = `
Previews a round: which solutions it would select, in which order and why, and which it would not. The queue does not change
until you start the round with --start or "stepmark round start". A project has one plan: a new one replaces it.

Policies:
  convincing-wrong           wrong answers, highest score first
  paper-80-20                per problem: 80% convincing wrong answers, then the other highest-scored solutions
  right-answer-weak-process  correct answers, lowest step score first
  uncertain                  solutions with the most uncertain scores
  random                     a random sample of all solutions; to add one to another policy, use --exploration

Example:
  $ stepmark round plan --project competition-maths --policy convincing-wrong:0.8 --policy paper-80-20:0.2 --size 1000 --start
  $ stepmark round plan --project competition-maths --policy convincing-wrong --per-problem 1 --exploration 0.1`

export function addRoundPlanCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('plan')
    .description('preview a round')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
  addRoundOptions(command)
    .option('--start', 'start the round after planning it')
    .option('--json', 'print the round as JSON')
    .addHelpText('after', help)
    .action((options: Options) => planNewRound(terminal, options))
  addServerOption(command)
}

async function planNewRound(terminal: Terminal, options: Options): Promise<void> {
  const { project, scores, start, json } = options
  // Reject invalid options before calling the server.
  buildRoundPolicy(options, 'imported')
  const server = readServerConnection(terminal, options)
  const round = await withInterruptSignal(async (signal) => {
    const context = { terminal, server, project, signal }
    const source = typeof scores === 'number' ? await findScoreRunId(context, scores) : scores
    const plannedRound = await waitForRound(
      context,
      await planRound(context, buildRoundPolicy(options, source)),
    )
    return start
      ? waitForRound(context, await startRound(context, plannedRound.round))
      : plannedRound
  })
  if (json) printJson(terminal, round)
  else printLine(terminal, describeRound(round))
  if (start) return
  printMessage(
    terminal,
    round.outcome?.queued === 0
      ? 'The planned round selects no solutions, so it can’t be started. Plan again with other options.'
      : `To start it: stepmark round start --project ${project}`,
  )
}
