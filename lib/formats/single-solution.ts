import { listDefaultColumnNames } from './column-mapping'
import { isJsonObject } from './json-value'
import { formatLocation, type ReadError, wholeLineLocation } from './read-result'

/* One problem with one solution on a line or in a row, without nesting. */

/** Keys of the problem, and their keys in the generic format. */
export const singleSolutionProblemKeys = {
  problem: 'problem',
  answer: 'answer',
  solution: 'solution',
  subject: 'subject',
  level: 'level',
  problem_id: 'id',
} as const

const textKeys = listDefaultColumnNames('text')
const generatorKeys = listDefaultColumnNames('generator')

/** Whether a line is a problem with one solution. Labels belong to other formats. */
export function isSingleSolution(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isJsonObject(value) &&
    typeof value.problem === 'string' &&
    [...textKeys, 'steps'].some((key) => key in value) &&
    !['samples', 'options', 'label', 'labels'].some((key) => key in value)
  )
}

/** The keys of the line by their key in the sample, as far as they differ. */
type RenamedKeys = ReadonlyMap<string, string>

/** The line in the generic format: its solution is the only sample, and gets all other keys. */
export function nestSingleSolution(value: Readonly<Record<string, unknown>>): {
  line: Record<string, unknown>
  renamedKeys: RenamedKeys
} {
  const textKey = textKeys.find((key) => value[key] != null) ?? 'text'
  const generatorKey = generatorKeys.find((key) => value[key] != null)
  const sampleKeyOf = new Map([
    ['given_answer', 'answer'],
    [textKey, 'text'],
  ])
  const lineKeyOf = new Map<string, string>(Object.entries(singleSolutionProblemKeys))
  if (generatorKey !== undefined) lineKeyOf.set(generatorKey, 'generator')
  const entries = Object.entries(value)
  const sample = entries
    .filter(([key]) => !lineKeyOf.has(key) && (key !== 'text' || key === textKey))
    .map(([key, each]): [string, unknown] => [sampleKeyOf.get(key) ?? key, each])
  const line = entries.flatMap(([key, each]): [string, unknown][] => {
    const lineKey = lineKeyOf.get(key)
    return lineKey === undefined ? [] : [[lineKey, each]]
  })
  return {
    line: { ...Object.fromEntries(line), samples: [Object.fromEntries(sample)] },
    renamedKeys: new Map([...sampleKeyOf].map(([key, sampleKey]) => [sampleKey, key])),
  }
}

/** Of the only sample of the nested line, in errors. */
const nestedNoun = 'A sample'

/**
 * An error of the nested line, with its location and the keys in the line or row.
 *
 * @param noun of the line or row, with its article: "A row"
 * @param nameKey the name of a key in errors, if it has another there
 */
export function toUnnestedError(
  { location, reason }: ReadError,
  {
    renamedKeys,
    noun,
    nameKey = (key) => key,
  }: { renamedKeys: RenamedKeys; noun: string; nameKey?: (key: string) => string },
): ReadError {
  const [, samplePrefix, key = '', suffix = ''] =
    /^(samples\[0\]\.?)?([A-Za-z_]*)(.*)$/s.exec(location) ?? []
  const locate = (ownKey: string) => formatLocation([nameKey(ownKey)]) + suffix
  if (samplePrefix === undefined) {
    const ownKey = Object.entries(singleSolutionProblemKeys).find(([, name]) => name === key)?.[0]
    return { location: key === '' ? location : locate(ownKey ?? key), reason }
  }
  const nameQuotedKey = (_: string, quotedKey: string) =>
    JSON.stringify(nameKey(renamedKeys.get(quotedKey) ?? quotedKey))
  // These sentences of the schema name keys. Others quote contents.
  const ownReason = reason.startsWith(nestedNoun)
    ? noun + reason.slice(nestedNoun.length).replace(/"(\w+)"/g, nameQuotedKey)
    : reason
  if (key === '') return { location: wholeLineLocation, reason: ownReason }
  return { location: locate(renamedKeys.get(key) ?? key), reason: ownReason }
}
