import { type Command, InvalidArgumentError } from 'commander'
import { maxOverlap } from '@/lib/projects/settings'
import { type SlicePolicyName, slicePolicyNames } from '@/lib/rounds/policy'
import type { Aggregation, NeutralTreatment } from '@/lib/scoring/step-scores'
import { UsageError } from './errors'
import { parseWholeNumberOption } from './file-options'
import {
  makeAggregationOption,
  makeNeutralTreatmentOption,
  makeSeedOption,
  parseMaxPerProblem,
  parseSolutionCount,
  parseShareOption,
} from './policy-options'
import type { RoundPolicyInput } from './round-requests'

interface Slice {
  policy: SlicePolicyName
  share: number
}

export interface RoundOptions {
  policy?: Slice[]
  size?: number
  exploration?: number
  /** False: no cap. */
  perProblem?: number | false
  scores: 'imported' | 'none' | number
  aggregation: Aggregation
  neutral: NeutralTreatment
  annotators?: number
  extraOverlap?: number
  extraAnnotators?: number
  seed: number
}

/** Adds the options of a round. Omitted options use the server defaults. */
export function addRoundOptions(command: Command): Command {
  return command
    .option(
      '--policy <name[:share]>',
      'policy and its share, repeatable, such as convincing-wrong:0.7 (default: convincing-wrong)',
      parseSlice,
    )
    .option('--size <N>', 'maximum number of solutions (default: no limit)', parseSolutionCount)
    .option(
      '--exploration <share>',
      'share of the round sampled at random (default: 0.1)',
      parseShareOption,
    )
    .option(
      '--per-problem <K>',
      'maximum number of solutions per problem (default: 1)',
      parseMaxPerProblem,
    )
    .option('--no-per-problem', 'no limit per problem')
    .option(
      '--scores <which>',
      'imported, none (rank by answer frequency), or a score run number',
      parseScores,
      'imported',
    )
    .addOption(makeAggregationOption())
    .addOption(makeNeutralTreatmentOption())
    .option(
      '--annotators <N>',
      "annotators per solution (default: the project's overlap)",
      parseAnnotators,
    )
    .option(
      '--extra-overlap <share>',
      'share of solutions with more annotators (default: 0)',
      parseShareOption,
    )
    .option(
      '--extra-annotators <N>',
      'total annotators for each solution with extra overlap (default: one more than --annotators)',
      parseWholeNumberOption,
    )
    .addOption(makeSeedOption())
}

function parseSlice(text: string, previous: readonly Slice[] = []): Slice[] {
  const [name = '', share = '1'] = text.split(':')
  const policy = slicePolicyNames.find((candidate) => candidate === name)
  if (policy === undefined)
    throw new InvalidArgumentError(
      `Unknown policy "${name}". Choose one of ${slicePolicyNames.join(', ')}.`,
    )
  const parsedShare = parseShareOption(share)
  if (parsedShare === 0) throw new InvalidArgumentError('The share must be greater than 0.')
  if (previous.some((slice) => slice.policy === policy))
    throw new InvalidArgumentError(`Policy ${policy} is given twice. Give it one share.`)
  return [...previous, { policy, share: parsedShare }]
}

function parseScores(text: string): RoundOptions['scores'] {
  return text === 'imported' || text === 'none' ? text : parseWholeNumberOption(text)
}

function parseAnnotators(text: string): number {
  const count = parseWholeNumberOption(text)
  if (count < 1 || count > maxOverlap)
    throw new InvalidArgumentError(`Use a whole number from 1 to ${maxOverlap}.`)
  return count
}

/** Builds the round policy from the options. Throws `UsageError` if they conflict. */
export function buildRoundPolicy(options: RoundOptions, source: string): RoundPolicyInput {
  const { policy = [], exploration, perProblem, size, seed } = options
  const isRandom = policy.some((slice) => slice.policy === 'random')
  if (isRandom && policy.length > 1)
    throw new UsageError(
      '--policy random can’t be combined with other policies. Set the random share with --exploration instead.',
    )
  if (isRandom && exploration !== undefined)
    throw new UsageError(
      '--policy random already samples everything at random. Remove --exploration.',
    )
  const slices = policy.flatMap(({ policy: name, share }) =>
    name === 'random' ? [] : [{ policy: name, share }],
  )
  const randomShare = isRandom ? 1 : exploration
  const { annotators, extraOverlap, extraAnnotators } = options
  return {
    scores: { source, aggregation: options.aggregation, neutral: options.neutral },
    ...(slices.length > 0 ? { slices } : {}),
    ...(size === undefined ? {} : { size }),
    ...(randomShare === undefined ? {} : { exploration: randomShare }),
    ...(perProblem === undefined ? {} : { perProblem: perProblem === false ? null : perProblem }),
    overlap: {
      ...(annotators === undefined ? {} : { annotators }),
      ...(extraOverlap === undefined ? {} : { share: extraOverlap }),
      ...(extraAnnotators === undefined ? {} : { extraAnnotators }),
    },
    seed,
  }
}
