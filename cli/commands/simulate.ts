import { setImmediate } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { addListed, type ImportInput, makeFormatOption } from '@/cli/file-options'
import { makeModeOption, readCount, readShare } from '@/cli/policy-options'
import { Progress } from '@/cli/progress'
import { UsageError } from '@/cli/refusals'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import { describeSummaries } from '@/cli/simulation-table'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import type { SimulatedPool, SimulationOptions } from '@/lib/rounds/simulate'
import {
  defaultPolicies,
  readSimulatedPolicy,
  type SimulatedPolicy,
} from '@/lib/rounds/simulated-policy'
import type { SimulatedRun } from '@/lib/rounds/summarise-runs'

interface Options {
  policies?: SimulatedPolicy[]
  seeds: number
  batch: number
  budget?: number
  heldOut: number
  format: ImportInput['format']
  mode: GraderMode
  json?: true
}

const help = `
Lets policies select, batch by batch, among solutions whose labels are known already, and says what each would have found:
errors for 100 steps read, and how well the embedded scorer does that learns from its labels, on problems that are kept
apart. Many seeds give intervals; what is said of a policy beside random is compared within each seed. A policy ends where
no whole batch is left for it. Reads labelled data of every format that validate reads. Needs no server, takes minutes.

random, wrong-at-random, convincing-wrong, paper-80-20 (80 to 20 over the batch), uncertain, right-answer-weak-process; or
a mix with shares: convincing-wrong:0.9+random:0.1. Of a mix, random is drawn from all that is left.

Step AUC: how often a step that is wrong is held for likelier to be wrong than one that is right.

Example:
  $ for i in 1 2 3; do
      echo '{"input": "'$i' + 1 =", "steps": ["So 5."], "answer": "5", "target": "4", "mistake_index": 0}'
      done | stepmark simulate --policies random,convincing-wrong --seeds 2 --batch 1`

export function addSimulate(parent: Command, shell: Shell): void {
  parent
    .command('simulate')
    .description('replay policies on solutions that are labelled already')
    .argument('[FILE]', 'labelled data, gzip or not; "-" or nothing for standard input')
    .option('--policies <names>', 'such as random,convincing-wrong (default: seven)', readPolicies)
    .option('--seeds <number>', 'how often, each with other problems kept apart', readSeeds, 10)
    .option('--batch <number>', 'solutions between one training and the next', readCount, 50)
    .option('--budget <number>', 'solutions in all (default: as many as there are)', readCount)
    .option('--held-out <share>', 'of problems, kept apart to measure on', readHeldOut, 0.3)
    .addOption(makeFormatOption())
    .addOption(makeModeOption())
    .option('--json', 'every number as JSON instead of a table')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => simulateFile(shell, file, options))
}

function readPolicies(text: string, before: readonly SimulatedPolicy[] = []): SimulatedPolicy[] {
  const policies = [...before]
  for (const name of addListed(text)) {
    const result = readSimulatedPolicy(name)
    if (!result.ok) throw new InvalidArgumentError(result.reason)
    if (policies.every((policy) => policy.name !== name)) policies.push(result.policy)
  }
  return policies
}

function readSeeds(text: string): number {
  const seeds = readCount(text)
  if (seeds > 1_000) throw new InvalidArgumentError('Give 1,000 at most.')
  return seeds
}

function readHeldOut(text: string): number {
  const share = readShare(text)
  if (share < 0.05 || share > 0.9) throw new InvalidArgumentError('Give a number from 0.05 to 0.9.')
  return share
}

async function simulateFile(
  shell: Shell,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const { batch, budget = null, heldOut, seeds } = options
  if (budget !== null && budget < batch)
    throw new UsageError('--budget is less than --batch: not one batch would be labelled.')
  const { readLabelledFile } = await import('@/cli/read-labelled')
  const { name, lines, refused, solutions } = await readLabelledFile(shell, file, options)
  const problems = new Set(solutions.map(({ problemId }) => problemId)).size
  const wrong = solutions.filter(({ verdict }) => verdict === 'wrong').length
  const withError = solutions.filter(({ ratings }) => ratings.includes(-1)).length
  const bad = refused > 0 ? `, ${formatNoun(refused, 'line')} cannot be used` : ''
  say(
    shell,
    `${name}: ${formatNoun(lines, 'line')}${bad}: ${formatNoun(solutions.length, 'labelled solution')} of ` +
      `${formatNoun(problems, 'problem')}, ${wrong} with a wrong answer, ${withError} with an error.`,
  )
  const data = { solutions: solutions.length, problems, wrong, withError }
  if (solutions.length === 0) {
    say(shell, describeNothing(lines, refused))
    shell.status = 1
    if (options.json) printJson(shell, { ...data, batch, budget, heldOut, seeds, policies: [] })
    return
  }
  if (seeds < fewestSeeds)
    say(
      shell,
      `${formatNoun(seeds, 'seed')}: too few to tell policies apart, and their intervals are rough. Give --seeds ${fewestSeeds} or more.`,
    )
  const { prepareSimulation } = await import('@/lib/rounds/simulate')
  const { summariseRuns } = await import('@/lib/rounds/summarise-runs')
  const runs = await runAll(shell, prepareSimulation(solutions), options, {
    batch,
    budget,
    heldOut,
  })
  const policies = summariseRuns(runs, 'random')
  if (policies.every(({ checkpoints }) => checkpoints.length === 0)) {
    say(shell, 'There are too few labelled solutions for one batch: give a smaller --batch.')
    shell.status = 1
  }
  if (options.json) printJson(shell, { ...data, batch, budget, heldOut, seeds, policies })
  else print(shell, formatTable(describeSummaries(policies)))
}

/** Under so many an interval by Student's t says next to nothing. */
const fewestSeeds = 5

function describeNothing(lines: number, refused: number): string {
  if (lines === 0) return 'The file is empty.'
  return refused === lines
    ? 'No line of it can be used.'
    : 'There are no labels in this file: policies are replayed on solutions whose steps people rated already. “stepmark simulate --help” shows a line of such a file.'
}

async function runAll(
  shell: Shell,
  pool: SimulatedPool,
  { policies = listDefaults(), seeds }: Options,
  options: SimulationOptions,
): Promise<SimulatedRun[]> {
  const { simulatePolicy } = await import('@/lib/rounds/simulate')
  const progress = new Progress(shell, 'simulating')
  const all = policies.length * seeds
  const runs: SimulatedRun[] = []
  for (const policy of policies)
    for (let seed = 1; seed <= seeds; seed++) {
      const checkpoints = []
      for (const checkpoint of simulatePolicy(pool, policy, seed, options)) {
        checkpoints.push(checkpoint)
        progress.show({
          done: runs.length,
          all,
          format: (count) => formatCount(Math.round(count)),
        })
        // So that it can be interrupted.
        await setImmediate()
      }
      runs.push({ policy: policy.name, seed, checkpoints })
    }
  progress.clear()
  return runs
}

const listDefaults = () => readPolicies(defaultPolicies.join(','))
