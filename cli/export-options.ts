import { Option } from 'commander'
import {
  type ConsensusName,
  consensusNames,
  consensusFallbackNames,
  type ConsensusFallbackName,
  findConsensusFormatError,
} from '@/lib/exports/consensus-names'
import { type ReleaseFormat, toRowFormat } from '@/lib/exports/release-formats'
import {
  describeMissingNeutralPolicy,
  neutralPolicies,
  type NeutralPolicy,
  type PromptSeparator,
  promptSeparators,
} from '@/lib/formats/format-names'
import { UsageError } from './errors'

export const makeNeutralExportOption = () =>
  new Option('--neutral <policy>', 'how to export neutral ratings').choices(neutralPolicies)

export const makePromptSeparatorOption = () =>
  new Option(
    '--prompt-separator <what>',
    'between problem and continuations of preference pairs (default: blank-line)',
  ).choices(promptSeparators)

/** Throws `UsageError` if a separator is set and no format has preference pairs. */
export function rejectUnusedPromptSeparator(
  formats: readonly string[],
  separator: PromptSeparator | undefined,
): void {
  if (separator !== undefined && !formats.includes('preference'))
    throw new UsageError(
      '--prompt-separator works only with the format preference. Omit it or choose that format. Nothing was written.',
    )
}

export const makeConsensusOption = () =>
  new Option('--consensus <rule>', 'how to combine annotations of a solution')
    .choices(consensusNames)
    .default('each')

export const makeConsensusFallbackOption = () =>
  new Option(
    '--fallback <rule>',
    'rule for solutions without an adjudication (default: majority)',
  ).choices(consensusFallbackNames)

/** Throws `UsageError` if the options do not fit together. */
export function rejectUnsupportedConsensus(
  formats: readonly string[],
  consensus: ConsensusName,
  fallback: ConsensusFallbackName | undefined,
): void {
  for (const format of formats) {
    const refusal = findConsensusFormatError(format, consensus)
    if (refusal !== null) throw new UsageError(refusal)
  }
  if (fallback !== undefined && consensus !== 'adjudicated')
    throw new UsageError(
      '--fallback works only with --consensus adjudicated. Omit it or change --consensus. Nothing was changed.',
    )
}

/** Throws `UsageError` if a format has only correct and wrong and no policy is set. */
export async function rejectMissingNeutralPolicy(
  formats: readonly ReleaseFormat[],
  neutral: NeutralPolicy | undefined,
): Promise<void> {
  if (neutral !== undefined) return
  const { outputFormats } = await import('@/lib/formats/output-formats')
  const binaryFormats = formats.filter((format) => outputFormats[toRowFormat(format)].needsNeutral)
  if (binaryFormats.length === 0) return
  const subjectAndVerb =
    binaryFormats.length === 1
      ? `The format ${binaryFormats[0]} has`
      : `The formats ${binaryFormats.join(', ')} have`
  const message = describeMissingNeutralPolicy(
    subjectAndVerb,
    '--neutral positive, negative or drop',
  )
  throw new UsageError(`${message} Nothing was written.`)
}

/** For the help of commands that write formats. */
export const neutralHelp = `Formats that have only correct and wrong need --neutral: positive exports a neutral rating as correct, negative as wrong, and
drop ends the row before the first neutral step.`
