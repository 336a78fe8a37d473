import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ConsensusName, ConsensusFallbackName } from '@/lib/exports/consensus-names'
import { releaseFormatNames } from '@/lib/exports/release-formats'
import type { NeutralPolicy, PromptSeparator } from '@/lib/formats/format-names'
import { UsageError } from './errors'
import {
  makeConsensusOption,
  makeConsensusFallbackOption,
  makeNeutralExportOption,
  makePromptSeparatorOption,
  rejectMissingNeutralPolicy,
  rejectUnsupportedConsensus,
  rejectUnusedPromptSeparator,
} from './export-options'
import {
  appendCommaSeparatedValues,
  collectOptionValue,
  parseWholeNumberOption,
} from './file-options'
import type { ReleaseInput } from './release-requests'

type Filters = NonNullable<ReleaseInput['filters']>

/** The kinds of `--include` and their filters. */
const includeFilters = {
  unfinished: 'includeUnfinished',
  gold: 'includeGold',
  screening: 'includeScreening',
  irregular: 'includeIrregular',
} as const satisfies Record<string, keyof Filters>

export const includeOptionValues = Object.keys(includeFilters) as (keyof typeof includeFilters)[]
const labelChoices = ['all', 'own', 'imported'] as const
const heldOutChoices = ['exclude', 'test'] as const

export interface ReleaseCommandOptions {
  formats: ReleaseInput['formats']
  neutral?: NeutralPolicy
  promptSeparator?: PromptSeparator
  events?: true
  labels: (typeof labelChoices)[number]
  generations?: string[]
  from?: string
  until?: string
  annotators?: string[]
  slices?: string[]
  subjects?: string[]
  include?: (keyof typeof includeFilters)[]
  consensus: ConsensusName
  fallback?: ConsensusFallbackName
  testShare?: number
  seed?: string
  /** False: use no list. */
  heldOut?: string[] | false
  heldOutAction?: (typeof heldOutChoices)[number]
  since?: number
}

/** Adds all release options. */
export function addReleaseOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--formats <names>', 'formats, comma-separated')
        .argParser(makeChoicesParser(releaseFormatNames))
        .makeOptionMandatory(),
    )
    .addOption(makeNeutralExportOption())
    .addOption(makePromptSeparatorOption())
    .option('--events', 'include labelling events (stepmark format only)')
    .addOption(
      new Option('--labels <which>', 'labelled in Stepmark (own), imported, or all')
        .choices(labelChoices)
        .default('all'),
    )
    .option(
      '--generations <numbers>',
      'only these rounds (PRM800K: generations), comma-separated',
      appendCommaSeparatedValues,
    )
    .option(
      '--from <time>',
      'submitted from a day (UTC) or a time: 2026-11-01, 2026-11-01T18:30:00Z',
      readTime,
    )
    .option('--until <time>', 'submitted by the end of a day (UTC), or before a time', readUntil)
    .option('--annotators <labeler>', 'only by this annotator; repeatable', collectOptionValue)
    .option('--slices <name>', 'only from this queue slice; repeatable', collectOptionValue)
    .option('--subjects <name>', 'only problems of this subject; repeatable', collectOptionValue)
    .addOption(
      new Option(
        '--include <kinds>',
        `include what is excluded by default: ${includeOptionValues.join(', ')}`,
      ).argParser(makeChoicesParser(includeOptionValues)),
    )
    .addOption(makeConsensusOption())
    .addOption(makeConsensusFallbackOption())
    .option('--test-share <share>', 'share of problems in test, 0 to 0.9 (default: 0)', readShare)
    .option('--seed <text>', 'seed of the train/test split')
    .option(
      '--held-out <list>',
      'held-out list; repeatable (default: all lists)',
      collectOptionValue,
    )
    .option('--no-held-out', 'use no held-out list')
    .addOption(
      new Option(
        '--held-out-action <what>',
        'where held-out problems go (default: exclude)',
      ).choices(heldOutChoices),
    )
    .option(
      '--since <number>',
      'only annotations new or changed since that release',
      parseWholeNumberOption,
    )
}

/** Builds the request from options that are set. `heldOutLists` are ids. */
export function buildReleaseInput(
  project: string,
  name: string,
  options: ReleaseCommandOptions,
  heldOutLists: string[] | undefined,
): ReleaseInput {
  const { formats, neutral, events = false, consensus, fallback, testShare, seed, since } = options
  const { labels, from, until, annotators, slices, subjects } = options
  const filters: Filters = { labels, from, until, labelers: annotators, slices, subjects }
  if (options.generations) filters.generations = options.generations.map(readGeneration)
  for (const kind of options.include ?? []) filters[includeFilters[kind]] = true
  return {
    project,
    name,
    formats,
    neutral,
    promptSeparator: options.promptSeparator,
    events,
    filters,
    consensus,
    fallback,
    split: { testShare, seed },
    heldOut: { lists: heldOutLists, action: options.heldOutAction },
    since,
  }
}

/** Throws `UsageError` if the formats do not support an option or need --neutral. */
export async function rejectConflictingReleaseOptions({
  formats,
  neutral,
  consensus,
  fallback,
  promptSeparator,
}: ReleaseCommandOptions): Promise<void> {
  rejectUnsupportedConsensus(formats, consensus, fallback)
  rejectUnusedPromptSeparator(formats, promptSeparator)
  await rejectMissingNeutralPolicy(formats, neutral)
}

function makeChoicesParser<const Choice extends string>(choices: readonly Choice[]) {
  return (text: string, before?: readonly Choice[]): Choice[] =>
    appendCommaSeparatedValues(text, before).map((name) => {
      const knownChoice = choices.find((choice) => choice === name)
      if (knownChoice === undefined)
        throw new InvalidArgumentError(`"${name}" is unknown. Use one of ${choices.join(', ')}.`)
      return knownChoice
    })
}

/** A day means its start. */
function readTime(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const time = isDay ? `${text}T00:00:00Z` : text
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time) || Number.isNaN(Date.parse(time)))
    throw new InvalidArgumentError('Use 2026-11-01 or 2026-11-01T18:30:00Z.')
  return time
}

/** A day means its end. */
function readUntil(text: string): string {
  const time = readTime(text)
  if (time === text) return time
  const end = new Date(time)
  end.setUTCDate(end.getUTCDate() + 1)
  return end.toISOString().replace('.000Z', 'Z')
}

function readShare(text: string): number {
  const share = Number(text)
  if (!/^\d*\.?\d+$/.test(text) || share > 0.9)
    throw new InvalidArgumentError('Use a number from 0 to 0.9.')
  return share
}

function readGeneration(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new UsageError('--generations takes whole numbers.')
  return Number(text)
}
