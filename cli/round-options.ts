import { type Command, InvalidArgumentError } from 'commander'
import { type SlicePolicy, slicePolicies } from '@/lib/rounds/policy'
import type { Aggregation, NeutralCount } from '@/lib/scoring/step-scores'
import { readWholeNumber } from './file-options'
import {
  makeAggregationOption,
  makeNeutralOption,
  makeSeedOption,
  readCount,
  readPerProblem,
  readShare,
} from './policy-options'
import { UsageError } from './refusals'
import type { SentPolicy } from './round-calls'

interface Slice {
  policy: SlicePolicy
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
  neutral: NeutralCount
  people?: number
  sharedShare?: number
  sharedPeople?: number
  seed: number
}

/** Everything that a round can be asked for. What is left out is as the server has it. */
export function addRoundOptions(command: Command): Command {
  return command
    .option(
      '--policy <name[:share]>',
      'once or more often: convincing-wrong:0.7 (default: convincing-wrong)',
      addSlice,
    )
    .option('--size <N>', 'solutions in all (default: as many as there are)', readCount)
    .option('--exploration <share>', 'how much is drawn at random (default: 0.1)', readShare)
    .option('--per-problem <K>', 'so many of one problem at most (default: 1)', readPerProblem)
    .option('--no-per-problem', 'however many of one problem')
    .option(
      '--scores <which>',
      'imported, none (how many answer the same), or the number of a score run',
      readScores,
      'imported',
    )
    .addOption(makeAggregationOption())
    .addOption(makeNeutralOption())
    .option('--people <N>', "for each solution (default: the project's overlap)", readPeople)
    .option('--shared-share <share>', 'how many of them more people label (default: 0)', readShare)
    .option('--shared-people <N>', 'how many do (default: 2)', readPeople)
    .addOption(makeSeedOption())
}

function addSlice(text: string, before: readonly Slice[] = []): Slice[] {
  const [name = '', share = '1'] = text.split(':')
  const policy = slicePolicies.find((known) => known === name)
  if (policy === undefined)
    throw new InvalidArgumentError(`"${name}" is none of ${slicePolicies.join(', ')}.`)
  const part = readShare(share)
  if (part === 0) throw new InvalidArgumentError('A share is more than 0.')
  if (before.some((slice) => slice.policy === policy))
    throw new InvalidArgumentError(`${policy} is given twice.`)
  return [...before, { policy, share: part }]
}

function readScores(text: string): RoundOptions['scores'] {
  return text === 'imported' || text === 'none' ? text : readWholeNumber(text)
}

function readPeople(text: string): number {
  const people = readWholeNumber(text)
  if (people < 1 || people > 9) throw new InvalidArgumentError('Give a number from 1 to 9.')
  return people
}

/** The policy that these options mean. Throws `UsageError` where they do not fit each other. */
export function readRoundPolicy(options: RoundOptions, source: string): SentPolicy {
  const { policy = [], exploration, perProblem, size, seed } = options
  const isRandom = policy.some((slice) => slice.policy === 'random')
  if (isRandom && policy.length > 1)
    throw new UsageError('What is drawn at random is said by --exploration. Nothing was done.')
  if (isRandom && exploration !== undefined)
    throw new UsageError(
      '--policy random draws all at random: leave --exploration out. Nothing was done.',
    )
  const slices = policy.flatMap(({ policy: name, share }) =>
    name === 'random' ? [] : [{ policy: name, share }],
  )
  const explored = isRandom ? 1 : exploration
  const { people, sharedShare, sharedPeople } = options
  return {
    scores: { source, aggregation: options.aggregation, neutral: options.neutral },
    ...(slices.length > 0 ? { slices } : {}),
    ...(size === undefined ? {} : { size }),
    ...(explored === undefined ? {} : { exploration: explored }),
    ...(perProblem === undefined ? {} : { perProblem: perProblem === false ? null : perProblem }),
    overlap: {
      ...(people === undefined ? {} : { people }),
      ...(sharedShare === undefined ? {} : { share: sharedShare }),
      ...(sharedPeople === undefined ? {} : { sharedPeople }),
    },
    seed,
  }
}
