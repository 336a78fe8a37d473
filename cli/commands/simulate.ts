import { setImmediate } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { UsageError } from '@/cli/errors'
import {
  appendCommaSeparatedValues,
  type StartImportInput,
  makeFormatOption,
} from '@/cli/file-options'
import { makeGraderModeOption, parseSolutionCount, parseShareOption } from '@/cli/policy-options'
import { ProgressReporter } from '@/cli/progress'
import { formatSimulationTable } from '@/cli/simulation-table'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import type { SimulationPool, SimulationOptions } from '@/lib/rounds/simulate-labelling'
import {
  defaultSimulatedPolicies,
  parseSimulatedPolicy,
  type SimulatedPolicy,
} from '@/lib/rounds/simulated-policy'
import type { SimulatedRun } from '@/lib/rounds/summarise-simulated-runs'

interface Options {
  policies?: SimulatedPolicy[]
  seeds: number
  batch: number
  budget?: number
  heldOut: number
  format: StartImportInput['format']
  mode: GraderMode
  json?: true
}

const help = `
Simulates selection policies on solutions that are already labelled, batch by batch: errors found per 100 steps, and the
quality of the embedded scorer trained on the selected labels, measured on held-out problems. Several seeds give intervals;
differences from random are computed within each seed. A policy ends when less than a batch is left. Reads all labelled
formats that validate reads. Needs no server, takes minutes.

Policies: random, wrong-at-random, convincing-wrong, paper-80-20 (80 to 20 over the batch), uncertain,
right-answer-weak-process, or a mix such as convincing-wrong:0.9+random:0.1, whose random part is sampled from all that is left.

Step AUC: how often a wrong step gets a higher predicted error than a correct one.

Example:
  $ for i in 1 2 3; do
      echo '{"input": "'$i' + 1 =", "steps": ["So 5."], "answer": "5", "target": "4", "mistake_index": 0}'
      done | stepmark simulate --policies random,convincing-wrong --seeds 2 --batch 1`

export function addSimulateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('simulate')
    .description('simulate policies on labelled solutions')
    .argument('[FILE]', 'labelled data, may be gzipped; standard input if "-" or omitted')
    .option(
      '--policies <names>',
      'policies, comma-separated (default: two mixes and all policies except right-answer-weak-process)',
      readPolicies,
    )
    .option('--seeds <number>', 'number of runs, each with other held-out problems', readSeeds, 10)
    .option('--batch <number>', 'solutions per batch', parseSolutionCount, 50)
    .option('--budget <number>', 'solutions in total (default: all)', parseSolutionCount)
    .option('--held-out <share>', 'share of held-out problems', readHeldOut, 0.3)
    .addOption(makeFormatOption())
    .addOption(makeGraderModeOption())
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => simulateFile(terminal, file, options))
}

function readPolicies(
  text: string,
  earlierPolicies: readonly SimulatedPolicy[] = [],
): SimulatedPolicy[] {
  const policies = [...earlierPolicies]
  for (const name of appendCommaSeparatedValues(text)) {
    const result = parseSimulatedPolicy(name)
    if (!result.ok) throw new InvalidArgumentError(result.reason)
    if (policies.every((policy) => policy.name !== name)) policies.push(result.policy)
  }
  return policies
}

function readSeeds(text: string): number {
  const seeds = parseSolutionCount(text)
  if (seeds > 1_000) throw new InvalidArgumentError('Use at most 1,000.')
  return seeds
}

function readHeldOut(text: string): number {
  const share = parseShareOption(text)
  if (share < 0.05 || share > 0.9) throw new InvalidArgumentError('Use a number from 0.05 to 0.9.')
  return share
}

async function simulateFile(
  terminal: Terminal,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const { batch, budget = null, heldOut, seeds } = options
  if (budget !== null && budget < batch)
    throw new UsageError(
      '--budget is smaller than --batch, so no batch would be labelled. Increase --budget.',
    )
  const { readLabelledFile } = await import('@/cli/read-labelled')
  const { name, lines, invalidLines, solutions } = await readLabelledFile(terminal, file, options)
  const problems = new Set(solutions.map(({ problemId }) => problemId)).size
  const wrongAnswerCount = solutions.filter(({ verdict }) => verdict === 'wrong').length
  const errorCount = solutions.filter(({ ratings }) => ratings.includes(-1)).length
  const invalidText = invalidLines > 0 ? `, ${formatQuantity(invalidLines, 'line')} invalid` : ''
  printMessage(
    terminal,
    `${name}: ${formatQuantity(lines, 'line')}${invalidText}: ${formatQuantity(solutions.length, 'labelled solution')} of ` +
      `${formatQuantity(problems, 'problem')}, ${wrongAnswerCount} with a wrong answer, ${errorCount} with an error.`,
  )
  const data = {
    solutions: solutions.length,
    problems,
    wrong: wrongAnswerCount,
    withError: errorCount,
  }
  if (solutions.length === 0) {
    printMessage(terminal, explainNoSolutions(lines, invalidLines))
    terminal.status = 1
    if (options.json) printJson(terminal, { ...data, batch, budget, heldOut, seeds, policies: [] })
    return
  }
  if (seeds < minSeeds)
    printMessage(
      terminal,
      `${formatQuantity(seeds, 'seed')}: too few to compare policies. Use --seeds ${minSeeds} or more.`,
    )
  const { prepareSimulationPool } = await import('@/lib/rounds/simulate-labelling')
  const { summariseSimulatedRuns } = await import('@/lib/rounds/summarise-simulated-runs')
  const runs = await runAll(terminal, prepareSimulationPool(solutions), options, {
    batch,
    budget,
    heldOutShare: heldOut,
  })
  const policies = summariseSimulatedRuns(runs, 'random')
  if (policies.every(({ checkpoints }) => checkpoints.length === 0)) {
    printMessage(terminal, 'Too few labelled solutions for one batch. Use a smaller --batch.')
    terminal.status = 1
  }
  if (options.json) printJson(terminal, { ...data, batch, budget, heldOut, seeds, policies })
  else printLine(terminal, formatTable(formatSimulationTable(policies)))
}

/** With fewer seeds, intervals by Student's t are too wide to be useful. */
const minSeeds = 5

function explainNoSolutions(lines: number, invalidLines: number): string {
  if (lines === 0) return 'The file is empty.'
  return invalidLines === lines
    ? 'All lines are invalid.'
    : 'The file has no labels, and policies are simulated on labelled solutions. For an example, see "stepmark simulate --help".'
}

async function runAll(
  terminal: Terminal,
  pool: SimulationPool,
  { policies = listDefaultPolicies(), seeds }: Options,
  options: SimulationOptions,
): Promise<SimulatedRun[]> {
  const { simulateLabelling } = await import('@/lib/rounds/simulate-labelling')
  const progress = new ProgressReporter(terminal, 'simulating')
  const total = policies.length * seeds
  const runs: SimulatedRun[] = []
  for (const policy of policies)
    for (let seed = 1; seed <= seeds; seed++) {
      const checkpoints = []
      for (const checkpoint of simulateLabelling(pool, policy, seed, options)) {
        checkpoints.push(checkpoint)
        progress.show({
          done: runs.length,
          total,
          format: (count) => formatCount(Math.round(count)),
        })
        // Yield, so that Ctrl-C works.
        await setImmediate()
      }
      runs.push({ policy: policy.name, seed, checkpoints })
    }
  progress.clear()
  return runs
}

const listDefaultPolicies = () => readPolicies(defaultSimulatedPolicies.join(','))
