import { Option } from 'commander'
import {
  type ConsensusName,
  consensusNames,
  fallbackNames,
  type FallbackName,
  findStepmarkRefusal,
} from '@/lib/exports/consensus-names'
import { neutralPolicies } from '@/lib/formats/format-names'
import { UsageError } from './refusals'

export const makeNeutralOption = () =>
  new Option(
    '--neutral <policy>',
    'what neutral ratings become in formats of right and wrong',
  ).choices(neutralPolicies)

export const makeConsensusOption = () =>
  new Option('--consensus <rule>', 'each annotation, or one row of each solution')
    .choices(consensusNames)
    .default('each')

export const makeFallbackOption = () =>
  new Option(
    '--fallback <rule>',
    'consensus adjudicated: where nobody ruled (default: majority)',
  ).choices(fallbackNames)

/** Throws `UsageError` where they do not go together. */
export function refuseMixedConsensus(
  formats: readonly string[],
  consensus: ConsensusName,
  fallback: FallbackName | undefined,
): void {
  for (const format of formats) {
    const refusal = findStepmarkRefusal(format, consensus)
    if (refusal !== null) throw new UsageError(refusal)
  }
  if (fallback !== undefined && consensus !== 'adjudicated')
    throw new UsageError(
      '--fallback says what becomes of solutions that nobody ruled on: it goes with --consensus adjudicated. Nothing was done.',
    )
}

export const describeMissingNeutral = (formats: string) =>
  `${formats}: right and wrong is all that it knows. Say what becomes of neutral ratings: --neutral positive, negative or drop. Nothing was done.`
