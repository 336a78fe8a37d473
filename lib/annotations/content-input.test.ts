import { describe, expect, it } from 'vitest'
import { findContentError, toContentInput, fromContentInput } from './content-input'
import { findFinishRefusal } from './finish-reason'
import { stepChoiceFlowShape, solutionFlowShape } from './testing/work-actions'

const emptyInput = toContentInput(
  fromContentInput(makeSent(), solutionFlowShape),
  solutionFlowShape,
)
type Sent = typeof emptyInput

function makeSent(input: Partial<Sent> = {}): Sent {
  return {
    ratings: [],
    supersededRatings: [],
    options: {},
    choices: {},
    humanOptions: {},
    notes: [],
    explanation: null,
    progress: null,
    tags: [],
    supersededErrors: {},
    ...input,
  }
}

const solution = { ...solutionFlowShape, optionCounts: { 1: 2 }, errorTags: ['sum'] }
const error = { ratings: [1, -1] } satisfies Partial<Sent>
const flag = { step: 1, option: null, kind: 'flag', text: '' } as const

describe('inconsistent content of an annotation', () => {
  it.each<[keyof Sent, Partial<Sent>]>([
    ['ratings', { ratings: [-1, 1] }],
    ['ratings', { ratings: [1, -1, -1] }],
    ['ratings', { ratings: [1, 1, 1, 1, 1] }],
    ['ratings', { ratings: [1, -1], supersededRatings: [1, 1, 1] }],
    ['supersededRatings', { ratings: [1, 1], supersededRatings: [1] }],
    ['supersededRatings', { ratings: [1], supersededRatings: [-1] }],
    ['explanation', { ratings: [1], explanation: { option: null, text: 'Wrong.' } }],
    ['explanation', { ratings: [1], progress: 'some' }],
    ['explanation', { ratings: [1], tags: ['sum'] }],
    ['explanation', { ...error, explanation: { option: 2 } }],
    ['options', { options: { 1: [1] } }],
    ['options', { options: { 0: [1] } }],
    ['options', { options: { 9: [1] } }],
    ['choices', { choices: { 0: 0 } }],
    ['humanOptions', { humanOptions: { 0: 'Mine.' } }],
    ['notes', { notes: [{ ...flag, step: 4 }] }],
    ['notes', { notes: [{ ...flag, option: 2 }] }],
    ['notes', { notes: [{ ...flag, step: 0, option: 0 }] }],
    ['notes', { notes: [flag, { ...flag, text: 'Twice.' }] }],
    ['tags', { ...error, tags: ['sum', 'sum'] }],
    [
      'supersededErrors',
      { supersededErrors: { 4: { explanation: null, progress: null, tags: [] } } },
    ],
  ])('is rejected with an error in the field %s: %j', (field, input) => {
    expect(findContentError(makeSent(input), solution, { 1: 2 })).toMatchObject({ field })
  })

  it.each<[keyof Sent, Partial<Sent>]>([
    ['ratings', { ratings: [1] }],
    ['ratings', { options: { 0: [1, 0] } }],
    ['ratings', { ratings: [0], options: { 0: [1, 0] } }],
    ['ratings', { ratings: [-1], options: { 0: [1, 0] } }],
    ['ratings', { ratings: [1], options: { 0: [1, 1] } }],
    ['ratings', { ratings: [1], options: { 0: [0, null] }, humanOptions: { 0: 'Mine.' } }],
    ['supersededRatings', { supersededRatings: [1] }],
    ['choices', { choices: { 3: 0 } }],
    ['humanOptions', { humanOptions: { 3: 'Mine.' } }],
    ['notes', { notes: [{ ...flag, option: 2 }] }],
    ['explanation', { progress: 'none' }],
  ])('is rejected in the step-choice flow with an error in the field %s: %j', (field, input) => {
    expect(findContentError(makeSent(input), stepChoiceFlowShape, {})).toMatchObject({ field })
  })
})

describe('consistent content of an annotation', () => {
  it.each<Partial<Sent>>([
    {},
    error,
    { ...error, supersededRatings: [1, null] },
    { ratings: [1], supersededRatings: [null, 1, -1] },
    { ...error, explanation: { option: 1 }, progress: 'most', tags: ['sum'] },
    { ...error, tags: ['unknown'] },
    { ratings: [1], options: { 1: [1, null] } },
    { notes: [flag, { ...flag, kind: 'comment', text: 'Odd.' }, { ...flag, option: 1 }] },
  ])('is accepted: %j', (input) => {
    expect(findContentError(makeSent(input), solution, { 1: 2 })).toBe(null)
  })

  it.each<Partial<Sent>>([
    {},
    { ratings: [1], options: { 0: [1, 0] } },
    { ratings: [1], options: { 0: [1, 1] }, choices: { 0: 1 } },
    { ratings: [1], options: { 0: [0, 0] }, humanOptions: { 0: 'Mine.' }, choices: { 0: 'human' } },
    { options: { 0: [1, 1], 1: [1, 0] } },
    { notes: [flag, { ...flag, option: 0 }] },
  ])('is accepted in the step-choice flow: %j', (input) => {
    expect(findContentError(makeSent(input), stepChoiceFlowShape, {})).toBe(null)
  })

  it('omits error tags that the project no longer has', () => {
    const content = fromContentInput(makeSent({ ...error, tags: ['sum', 'gone'] }), solution)
    expect(toContentInput(content, solution).tags).toEqual(['sum'])
  })

  it('keeps explanation, progress and tags of a superseded later error, and restores them when the earlier error is undone', () => {
    const details = { explanation: { option: 1 }, progress: 'most', tags: ['sum', 'gone'] } as const
    const supersededErrors = { 3: { ...details, tags: [...details.tags] } }
    const sentContent = makeSent({
      ...error,
      supersededRatings: [1, -1],
      progress: 'none',
      supersededErrors,
    })
    const content = fromContentInput(sentContent, solution)
    expect(toContentInput(content, solution).supersededErrors).toEqual({
      3: { ...details, tags: ['sum'] },
    })
    const raised = toContentInput({ ...content, steps: [1, 1, 1, -1] }, solution)
    expect(raised).toMatchObject({ ...details, tags: ['sum'], supersededRatings: [] })
    expect(raised.supersededErrors).toEqual({
      1: { explanation: null, progress: 'none', tags: [] },
    })
  })
})

describe('submitting with finish reason found_error', () => {
  const shape = { ...solution, asksExplanation: true, asksProgress: true }
  const details = { explanation: { option: 0 }, progress: 'none' } as const
  const find = (input: Partial<Sent>) =>
    findFinishRefusal('found_error', null, fromContentInput(makeSent(input), shape), shape)

  it('requires ratings of the options, an explanation and the progress at the error', () => {
    expect(find({ ...error, ...details })).toMatchObject({ field: 'options' })
    const ratedFields = { ...error, options: { 1: [1, 0] as (1 | 0)[] } }
    expect(find({ ...ratedFields, ...details, explanation: null })).toMatchObject({
      field: 'explanation',
    })
    expect(find({ ...ratedFields, ...details, progress: null })).toMatchObject({
      field: 'progress',
    })
    expect(find({ ...ratedFields, ...details })).toBe(null)
  })
})
