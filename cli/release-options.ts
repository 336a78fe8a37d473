import { type Command, InvalidArgumentError, Option } from 'commander'
import { type NeutralPolicy, outputFormatNames } from '@/lib/formats/format-names'
import type { ConsensusName, FallbackName } from '@/lib/exports/consensus-names'
import {
  describeMissingNeutral,
  makeConsensusOption,
  makeFallbackOption,
  makeNeutralOption,
  refuseMixedConsensus,
} from './export-options'
import { addListed, addOne, readWholeNumber } from './file-options'
import { UsageError } from './refusals'
import type { ReleaseInput } from './release-calls'

type Filters = NonNullable<ReleaseInput['filters']>

/** What `--with` takes, and the filter that each is. */
const leftOut = {
  unfinished: 'withUnfinished',
  gold: 'withGold',
  screening: 'withScreening',
  irregular: 'withIrregular',
} as const satisfies Record<string, keyof Filters>

export const releaseFormats = [
  ...outputFormatNames,
  'trl-stepwise-parquet',
] as const satisfies readonly ReleaseInput['formats'][number][]
export const withChoices = Object.keys(leftOut) as (keyof typeof leftOut)[]
const labelChoices = ['all', 'own', 'imported'] as const
const heldOutChoices = ['left-out', 'test'] as const

export interface ReleaseOptions {
  formats: ReleaseInput['formats']
  neutral?: NeutralPolicy
  events?: true
  labels: (typeof labelChoices)[number]
  generations?: string[]
  from?: string
  until?: string
  labelers?: string[]
  slices?: string[]
  subjects?: string[]
  with?: (keyof typeof leftOut)[]
  consensus: ConsensusName
  fallback?: FallbackName
  testShare?: number
  seed?: string
  /** False: the problems of no list. */
  heldOut?: string[] | false
  heldOutBecome?: (typeof heldOutChoices)[number]
  since?: number
}

/** Everything that a release can be asked for. */
export function addReleaseOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--formats <names>', 'one or more, with commas between')
        .argParser(readListed(releaseFormats))
        .makeOptionMandatory(),
    )
    .addOption(makeNeutralOption())
    .option('--events', 'format stepmark: with everything that happened while labelling')
    .addOption(
      new Option('--labels <which>', 'made here, came with data')
        .choices(labelChoices)
        .default('all'),
    )
    .option('--generations <numbers>', 'only these of PRM800K, with commas between', addListed)
    .option(
      '--from <time>',
      'only submitted then or later: 2026-11-01, in UTC, or with a time',
      readTime,
    )
    .option('--until <time>', 'only submitted before', readTime)
    .option('--labelers <name>', 'only by this person; may be given again, as the next two', addOne)
    .option('--slices <name>', 'only from this slice of the queue', addOne)
    .option('--subjects <name>', 'only problems of this subject', addOne)
    .addOption(
      new Option('--with <kinds>', `what else is left out: ${withChoices.join(', ')}`).argParser(
        readListed(withChoices),
      ),
    )
    .addOption(makeConsensusOption())
    .addOption(makeFallbackOption())
    .option('--test-share <share>', 'of the problems that go to test: 0 to 0.9', readShare)
    .option('--seed <text>', 'another one puts other problems into test')
    .option(
      '--held-out <list>',
      'never train on the problems of this one; may be given again (default: all lists)',
      addOne,
    )
    .option('--no-held-out', 'train on the problems of every list')
    .addOption(
      new Option('--held-out-become <what>', 'what becomes of them (default: left-out)').choices(
        heldOutChoices,
      ),
    )
    .option('--since <number>', 'only what is new or changed since that release', readWholeNumber)
}

/** The input of the call, without what was not asked for. Lists are named by the caller: by their ids. */
export function readReleaseInput(
  project: string,
  name: string,
  options: ReleaseOptions,
  heldOutLists: string[] | undefined,
): ReleaseInput {
  const { formats, neutral, events = false, consensus, fallback, testShare, seed, since } = options
  const { labels, from, until, labelers, slices, subjects } = options
  const filters: Filters = { labels, from, until, labelers, slices, subjects }
  if (options.generations) filters.generations = options.generations.map(readGeneration)
  for (const kind of options.with ?? []) filters[leftOut[kind]] = true
  return {
    project,
    name,
    formats,
    neutral,
    events,
    filters,
    consensus,
    fallback,
    split: { testShare, seed },
    heldOut: { lists: heldOutLists, become: options.heldOutBecome },
    since,
  }
}

/**
 * Throws `UsageError` where a format knows only right and wrong and nothing is said of neutral ratings, and where it has no
 * place for a consensus.
 */
export async function refuseMixtures({
  formats,
  neutral,
  consensus,
  fallback,
}: ReleaseOptions): Promise<void> {
  refuseMixedConsensus(formats, consensus, fallback)
  if (neutral !== undefined) return
  const { outputFormats } = await import('@/lib/formats/output-formats')
  const needing = formats.filter(
    (format) => format === 'trl-stepwise-parquet' || outputFormats[format].needsNeutral,
  )
  if (needing.length > 0) throw new UsageError(describeMissingNeutral(needing.join(', ')))
}

function readListed<const Choice extends string>(choices: readonly Choice[]) {
  return (text: string, before?: readonly Choice[]): Choice[] =>
    addListed(text, before).map((name) => {
      const known = choices.find((choice) => choice === name)
      if (known === undefined)
        throw new InvalidArgumentError(`"${name}" is none of ${choices.join(', ')}.`)
      return known
    })
}

/** A day stands for its beginning. */
function readTime(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const time = isDay ? `${text}T00:00:00Z` : text
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time) || Number.isNaN(Date.parse(time)))
    throw new InvalidArgumentError('Write 2026-11-01, or 2026-11-01T18:30:00Z.')
  return time
}

function readShare(text: string): number {
  const share = Number(text)
  if (!/^\d*\.?\d+$/.test(text) || share > 0.9)
    throw new InvalidArgumentError('Give a share from 0 to 0.9.')
  return share
}

function readGeneration(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new UsageError('--generations takes whole numbers.')
  return Number(text)
}
