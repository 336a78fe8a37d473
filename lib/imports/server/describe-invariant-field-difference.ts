import { describeDifferences } from '../describe-differences'
import { type InvariantSolutionFields, toSortedJson } from './record-hashes'

/** Says which shared fields of a solution differ, with short values. */
export function describeInvariantFieldDifference(
  locationText: string,
  earlier: InvariantSolutionFields,
  current: InvariantSolutionFields,
): string {
  const keys = (Object.keys(current) as (keyof InvariantSolutionFields)[]).filter(
    (key) => toSortedJson(earlier[key]) !== toSortedJson(current[key]),
  )
  const valueDifference = describeDifferences(
    { ...earlier, text: null },
    { ...current, text: null },
    (['answer', 'score', 'generator'] as const).filter((key) => keys.includes(key)),
  )
  const names = keys.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const differs = valueDifference === null ? ` (${names.join(', ')})` : `: ${valueDifference}`
  return `The same solution ${locationText} with different content${differs}.`
}
