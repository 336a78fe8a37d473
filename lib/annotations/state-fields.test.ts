import { describe, expect, it } from 'vitest'
import { saveAnnotationContract, submitAnnotationContract } from './contract'

const id = '00000000-0000-4000-8000-000000000000'
const event = {
  sequence: 1,
  kind: 'rate',
  step: 0,
  option: null,
  rating: 1,
  inputMethod: 'key',
  activeMs: 0,
}
const state = {
  project: 'sums',
  lease: id,
  writer: id,
  sequence: 1,
  basedOn: 0,
  revision: 1,
  ratings: [1],
  activeMs: 0,
  events: [event],
}
/** The maxima of PostgreSQL's `integer` and `smallint`. */
const [maxInt32, maxInt16] = [2_147_483_647, 32_767]

const counts = [
  ['sequence', maxInt32, (sequence: number) => ({ sequence })],
  ['basedOn', maxInt32, (basedOn: number) => ({ basedOn })],
  ['revision', maxInt16, (revision: number) => ({ revision })],
  ['events', maxInt32, (sequence: number) => ({ events: [{ ...event, sequence }] })],
] as const

describe.each([
  ['saveAnnotation', saveAnnotationContract.input, {}],
  ['submitAnnotation', submitAnnotationContract.input, { finishReason: 'solution' }],
] as const)('the input of %s', (_, input, finishInput) => {
  it.each(counts)(
    'is rejected if %s is above the database limit, negative or fractional',
    (field, max, makeFields) => {
      const findInvalidFields = (count: number) =>
        input
          .safeParse({ ...state, ...finishInput, ...makeFields(count) })
          .error?.issues.map(({ path }) => path[0])
      expect(findInvalidFields(max)).toBeUndefined()
      for (const count of [max + 1, 1e15, 0.5, -1])
        expect(findInvalidFields(count)).toEqual([field])
    },
  )
})

it('accepts saves and submissions without events', () => {
  const state = { writer: crypto.randomUUID(), sequence: 1, basedOn: 0, activeMs: 0 }
  const location = { project: 'demo', lease: crypto.randomUUID() }
  const draft = { ...location, ...state, ratings: [1] }
  expect(saveAnnotationContract.input.parse(draft).events).toEqual([])
  const submission = { ...draft, finishReason: 'solution' }
  expect(submitAnnotationContract.input.parse(submission).events).toEqual([])
})
