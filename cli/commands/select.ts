import { type Command, Option } from 'commander'
import { notSelectedLabels } from '@/cli/describe-round'
import {
  makeAggregationOption,
  makeGraderModeOption,
  makeNeutralTreatmentOption,
  makeSeedOption,
  parseMaxPerProblem,
  parseSolutionCount,
  type PolicyOptions,
  readSelectionPolicy,
  parseShareOption,
} from '@/cli/policy-options'
import type { LineSelectionReport } from '@/cli/select-lines'
import { printMessage, type Terminal } from '@/cli/terminal'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import { slicePolicyNames, type SlicePolicyName } from '@/lib/rounds/policy'
import type { Aggregation, NeutralTreatment } from '@/lib/scoring/step-scores'

interface Options extends PolicyOptions {
  aggregation: Aggregation
  neutral: NeutralTreatment
  mode: GraderMode
  replace?: boolean
}

const help = `
Reads scored samples, one per line, in PRM800K's format, and writes those that a round would serve, in that order, each with
"rank" (from 1), "slice", "reason" and "selection_probability". Other keys are kept. Rejects a line that already has one of
the four keys, unless you pass --replace. Needs no server.

Keys read: unique_id, else problem (identifies the problem); is_correct, else answer and ground_truth_answer, which are graded;
rating_probs ({"-1": ..., "0": ..., "1": ...} per step), else step_scores (P(correct) per step), else prm_score, any number;
steps. If solutions of a problem have identical steps, only the one with the highest score counts.

convincing-wrong           wrong answers, highest score first: K per problem or K in total
paper-80-20                N per problem: 80% convincing wrong answers, then the other highest-scored solutions
right-answer-weak-process  correct answers, lowest step score first; needs step scores
uncertain                  highest "disagreement", else most uncertain step scores (mean entropy)
random                     a random sample of N

Ties: fewer steps first, then the order of the file. --exploration samples that share of the output at random from all
solutions and places the sampled ones evenly among the others.

Example:
  $ echo '{"problem": "1 + 1 =", "steps": ["So 3."], "is_correct": false, "prm_score": 0.9}' |
      stepmark select --policy convincing-wrong --per-problem 1`

export function addSelectCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('select')
    .description('select scored solutions to label')
    .argument('[FILE]', 'JSONL file, may be gzipped; standard input if "-" or omitted')
    .addOption(
      new Option('--policy <name>', 'selection policy')
        .choices(slicePolicyNames)
        .makeOptionMandatory(),
    )
    .option('--per-problem <K>', 'maximum per problem', parseMaxPerProblem)
    .option('--top <K>', 'maximum in total', parseSolutionCount)
    .option('--n <N>', 'paper-80-20: per problem; random: in total', parseSolutionCount)
    .addOption(makeAggregationOption())
    .addOption(makeNeutralTreatmentOption())
    .option('--exploration <share>', 'share sampled at random (default: 0)', parseShareOption)
    .addOption(makeSeedOption())
    .addOption(makeGraderModeOption())
    .option('--replace', 'overwrite existing rank, slice, reason and selection_probability keys')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => selectFile(terminal, file, options))
}

async function selectFile(
  terminal: Terminal,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const { aggregation, neutral, mode, replace: replaces = false } = options
  const policy = readSelectionPolicy(options)
  const { selectLines } = await import('@/cli/select-lines')
  const report = await selectLines(terminal, file, { policy, aggregation, neutral, mode, replaces })
  printMessage(terminal, describeReport(report, options.policy))
}

function describeReport(
  { name, lines, invalidLines, problems, selection }: LineSelectionReport,
  policy: SlicePolicyName,
): string {
  const { selected, notSelected } = selection
  const summary = `${formatQuantity(lines, 'line')} of ${formatQuantity(problems, 'problem')}`
  const counts = [`${formatCount(selected.length)} selected`]
  const countsByLabel = new Map<string, number>()
  for (const [reason, candidates] of notSelected) {
    const isNotSampled = policy === 'random' && reason !== 'same-text'
    const label = isNotSampled ? 'not sampled' : notSelectedLabels[reason]
    countsByLabel.set(label, (countsByLabel.get(label) ?? 0) + candidates.length)
  }
  for (const [label, count] of countsByLabel) counts.push(`${formatCount(count)} ${label}`)
  if (invalidLines > 0) counts.push(`${formatQuantity(invalidLines, 'line')} invalid`)
  return `${name}: ${summary}: ${counts.join(', ')}.`
}
