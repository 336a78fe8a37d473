import { Option } from 'commander'
import {
  type ConsensusName,
  consensusNames,
  consensusFallbackNames,
  type ConsensusFallbackName,
  findStepmarkFormatError,
} from '@/lib/exports/consensus-names'
import { neutralPolicies, type PromptSeparator, promptSeparators } from '@/lib/formats/format-names'
import { UsageError } from './errors'

export const makeNeutralExportOption = () =>
  new Option('--neutral <policy>', 'how to export neutral ratings').choices(neutralPolicies)

export const makePromptSeparatorOption = () =>
  new Option(
    '--prompt-separator <what>',
    'between problem and continuations of preference pairs (default: blank-line)',
  ).choices(promptSeparators)

/** Throws `UsageError` if the formats have no preference pairs. */
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

export const makeFallbackOption = () =>
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
    const refusal = findStepmarkFormatError(format, consensus)
    if (refusal !== null) throw new UsageError(refusal)
  }
  if (fallback !== undefined && consensus !== 'adjudicated')
    throw new UsageError(
      '--fallback works only with --consensus adjudicated. Omit it or change --consensus. Nothing was changed.',
    )
}

export const describeMissingNeutralOption = (formats: string) =>
  `The format ${formats} knows only correct and wrong, so choose how to export neutral ratings: --neutral positive, negative or drop. Nothing was changed.`
