import { expect, test } from 'vitest'
import { readStepmarkLine } from './read-stepmark'
import { writeStepmarkLine } from './stepmark'
import type { StepmarkLine } from './stepmark-schema'
import { fullStoredRecord } from './testing/full-stored-record'

const write = () => JSON.parse(writeStepmarkLine(fullStoredRecord)) as StepmarkLine

function readErrors(line: unknown) {
  const result = readStepmarkLine(line)
  return result.ok ? [] : result.errors
}

test('reads a stepmark line of version 1, and locates errors by the names of that version', () => {
  const { annotation, solution, events, ...lineFields } = write()
  const { verdict_source: verdict_by, ...solutionRest } = solution
  const { chosen_positions: chosen, option_counts: offered, ...annotationRest } = annotation
  const {
    superseded_ratings: aside,
    hidden_reference_share: blind_share,
    ...labels
  } = annotationRest
  const labelling = { ...labels, chosen, offered, aside, blind_share }
  const line = {
    ...lineFields,
    version: 1,
    solution: { ...solutionRest, verdict_by },
    labelling,
    events: events!.map((event) => ({ ...event, hint_shown: false })),
  }
  expect(readStepmarkLine(line)).toEqual(readStepmarkLine(write()))
  const locate = (changes: object) =>
    readErrors({ ...line, labelling: { ...labelling, ...changes } })?.map(
      ({ location }) => location,
    )
  expect(locate({ ratings: [2, -1] })).toEqual(['labelling.ratings[0]'])
  expect(locate({ flagged: [null, true, true] })).toEqual(['labelling.flagged'])
  expect(locate({ offered: [] })).toEqual(['labelling.offered'])
  expect(locate({ aside: [3] })).toEqual(['labelling.aside[0]'])
  expect(locate({ more: 1 })).toEqual(['labelling.more'])
  expect(readErrors({ ...line, solution: { ...line.solution, verdict_by: 'me' } })).toMatchObject([
    { location: 'solution.verdict_by' },
  ])
})
