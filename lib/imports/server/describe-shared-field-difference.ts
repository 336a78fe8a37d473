import { describeDifferences } from '../describe-differences'
import { type SharedFields, toSortedJson } from './record-hashes'

/** Says which shared fields of a solution differ, with short values. */
export function describeSharedFieldDifference(
  where: string,
  old: SharedFields,
  current: SharedFields,
): string {
  const keys = (Object.keys(current) as (keyof SharedFields)[]).filter(
    (key) => toSortedJson(old[key]) !== toSortedJson(current[key]),
  )
  const named = describeDifferences(
    { ...old, text: null },
    { ...current, text: null },
    (['answer', 'score', 'generator'] as const).filter((key) => keys.includes(key)),
  )
  const names = keys.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const differs = named === null ? ` (${names.join(', ')})` : `: ${named}`
  return `The same solution ${where} with other content${differs}.`
}
