import type { Command } from 'commander'
import { withInterrupt } from '@/cli/interrupt'
import { findScoreRun, followRound, openRound, planRound } from '@/cli/round-calls'
import { addRoundOptions, readRoundPolicy, type RoundOptions } from '@/cli/round-options'
import { describeRound } from '@/cli/round-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell } from '@/cli/shell'

interface Options extends ServerOptions, RoundOptions {
  project: string
  open?: true
  json?: true
}

const help = `
Works out what a round would select of all solutions of a project, in which order and why, and what it leaves out. Nothing
changes until it is opened, by --open or by "stepmark round open". One plan waits at most: a new one takes its place.

convincing-wrong           wrong answers by score, falling
paper-80-20                of each problem 80 % convincing wrong, then the most convincing of the rest
right-answer-weak-process  right answers, the lowest step first
uncertain                  where the scorer is least sure
random                     drawn from all; a part of it beside the others is --exploration

Example:
  $ stepmark round plan --project competition-maths --policy convincing-wrong:0.8 --policy paper-80-20:0.2 --size 1000 --open
  $ stepmark round plan --project competition-maths --policy convincing-wrong --per-problem 1 --exploration 0.1`

export function addRoundPlan(parent: Command, shell: Shell): void {
  const command = parent
    .command('plan')
    .description('what a round would select, and why')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
  addRoundOptions(command)
    .option('--open', 'and open it')
    .option('--json', 'everything about it, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => plan(shell, options))
  addServerOption(command)
}

async function plan(shell: Shell, options: Options): Promise<void> {
  const { project, scores, open, json } = options
  // What is wrong with the options is said before anybody is asked.
  readRoundPolicy(options, 'imported')
  const server = findServer(options)
  const round = await withInterrupt(async (signal) => {
    const calls = { shell, server, project, signal }
    const source = typeof scores === 'number' ? await findScoreRun(calls, scores) : scores
    const planned = await followRound(
      calls,
      await planRound(calls, readRoundPolicy(options, source)),
    )
    return open ? followRound(calls, await openRound(calls, planned.round)) : planned
  })
  if (json) printJson(shell, round)
  else print(shell, describeRound(round))
  if (!open) say(shell, `"stepmark round open --project ${project}" opens it.`)
}
