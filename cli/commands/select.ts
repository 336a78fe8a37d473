import { type Command, Option } from 'commander'
import {
  makeAggregationOption,
  makeModeOption,
  makeNeutralOption,
  makeSeedOption,
  type PolicyOptions,
  readCount,
  readPolicy,
  readShare,
} from '@/cli/policy-options'
import { leftOutWords } from '@/cli/round-words'
import type { SelectReport } from '@/cli/select-lines'
import { say, type Shell } from '@/cli/shell'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import { slicePolicies, type SlicePolicy } from '@/lib/rounds/policy'
import type { Aggregation, NeutralCount } from '@/lib/scoring/step-scores'

interface Options extends PolicyOptions {
  aggregation: Aggregation
  neutral: NeutralCount
  mode: GraderMode
  replace?: boolean
}

const help = `
Reads scored samples, one a line, in the shape of PRM800K's, and writes those that a round would serve, in that order, each
with "rank" (its place, from 1), "slice", "reason" and "selection_probability". Everything else of a line stays as it is.
A line that has one of the four already is refused, unless --replace is given. Needs no server.

Of a line are read: unique_id, else problem (which problem it is of); is_correct, else answer and ground_truth_answer,
which are graded; rating_probs (of each step {"-1": ..., "0": ..., "1": ...}), else step_scores (P(correct) of each step),
else prm_score, which may be any number; steps. Of identical steps of a problem the line with the highest score counts.

convincing-wrong           wrong answers by score, falling: K of each problem, or K of all
paper-80-20                N of each problem: 80 % convincing wrong, then the most convincing of the rest
right-answer-weak-process  right answers, the lowest step first; needs scores of steps
uncertain                  where "disagreement" is greatest, else where step scores are least sure (mean entropy)
random                     N of all, each as likely as any other

Of the same score the one with fewer steps is the first, then the one that stands first in the file. --exploration draws
that share of what is written at random, from all, and spreads it over the others.

Example:
  $ echo '{"problem": "1 + 1 =", "steps": ["So 3."], "is_correct": false, "prm_score": 0.9}' |
      stepmark select --policy convincing-wrong --per-problem 1`

export function addSelect(parent: Command, shell: Shell): void {
  parent
    .command('select')
    .description('choose scored solutions to be labelled, by a policy')
    .argument('[FILE]', 'JSONL, gzip or not; "-" or nothing for standard input')
    .addOption(
      new Option('--policy <name>', 'what is chosen').choices(slicePolicies).makeOptionMandatory(),
    )
    .option('--per-problem <K>', 'so many of each problem', readCount)
    .option('--top <K>', 'so many of all', readCount)
    .option('--n <N>', 'of paper-80-20, for each problem; of random, of all', readCount)
    .addOption(makeAggregationOption())
    .addOption(makeNeutralOption())
    .option('--exploration <share>', 'how much of it is drawn at random (default: 0)', readShare)
    .addOption(makeSeedOption())
    .addOption(makeModeOption())
    .option('--replace', 'rank, slice, reason and selection_probability that a line has already')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => selectFile(shell, file, options))
}

async function selectFile(shell: Shell, file: string | undefined, options: Options): Promise<void> {
  const { aggregation, neutral, mode, replace: replaces = false } = options
  const policy = readPolicy(options)
  const { selectLines } = await import('@/cli/select-lines')
  const report = await selectLines(shell, file, { policy, aggregation, neutral, mode, replaces })
  say(shell, describeReport(report, options.policy))
}

function describeReport(
  { name, lines, refused, problems, selection }: SelectReport,
  policy: SlicePolicy,
): string {
  const { selected, leftOut } = selection
  const read = `${formatNoun(lines, 'line')} of ${formatNoun(problems, 'problem')}`
  const counts = [`${formatCount(selected.length)} chosen`]
  const left = new Map<string, number>()
  for (const [reason, all] of leftOut) {
    const isUndrawn = policy === 'random' && reason !== 'same-text'
    const words = isUndrawn ? 'not drawn' : leftOutWords[reason]
    left.set(words, (left.get(words) ?? 0) + all.length)
  }
  for (const [words, count] of left) counts.push(`${formatCount(count)} ${words}`)
  if (refused > 0) counts.push(`${formatNoun(refused, 'line')} cannot be used`)
  return `${name}: ${read}: ${counts.join(', ')}.`
}
