import { describe, expect, it } from 'vitest'
import { findFinishProblem } from './finish'
import { findContentProblem, packContent, unpackContent } from './sent-content'
import { choiceShape, solutionShape } from './testing/play'

const nothing = packContent(unpackContent(makeSent(), solutionShape), solutionShape)
type Sent = typeof nothing

function makeSent(given: Partial<Sent> = {}): Sent {
  return {
    ratings: [],
    aside: [],
    options: {},
    choices: {},
    written: {},
    notes: [],
    explanation: null,
    progress: null,
    tags: [],
    errorsAside: {},
    ...given,
  }
}

const solution = { ...solutionShape, optionCounts: { 1: 2 }, errorTags: ['sum'] }
const error = { ratings: [1, -1] } satisfies Partial<Sent>
const flag = { step: 1, option: null, kind: 'flag', text: '' } as const

describe('a content that contradicts itself', () => {
  it.each<[keyof Sent, Partial<Sent>]>([
    ['ratings', { ratings: [-1, 1] }],
    ['ratings', { ratings: [1, -1, -1] }],
    ['ratings', { ratings: [1, 1, 1, 1, 1] }],
    ['ratings', { ratings: [1, -1], aside: [1, 1, 1] }],
    ['aside', { ratings: [1, 1], aside: [1] }],
    ['aside', { ratings: [1], aside: [-1] }],
    ['explanation', { ratings: [1], explanation: { option: null, text: 'Wrong.' } }],
    ['explanation', { ratings: [1], progress: 'some' }],
    ['explanation', { ratings: [1], tags: ['sum'] }],
    ['explanation', { ...error, explanation: { option: 2 } }],
    ['options', { options: { 1: [1] } }],
    ['options', { options: { 0: [1] } }],
    ['options', { options: { 9: [1] } }],
    ['choices', { choices: { 0: 0 } }],
    ['written', { written: { 0: 'Mine.' } }],
    ['notes', { notes: [{ ...flag, step: 4 }] }],
    ['notes', { notes: [{ ...flag, option: 2 }] }],
    ['notes', { notes: [{ ...flag, step: 0, option: 0 }] }],
    ['notes', { notes: [flag, { ...flag, text: 'Twice.' }] }],
    ['tags', { ...error, tags: ['sum', 'sum'] }],
    ['errorsAside', { errorsAside: { 4: { explanation: null, progress: null, tags: [] } } }],
  ])('is refused for its %s: %j', (place, given) => {
    expect(findContentProblem(makeSent(given), solution, { 1: 2 })).toMatchObject({ place })
  })

  it.each<[keyof Sent, Partial<Sent>]>([
    ['ratings', { ratings: [1] }],
    ['ratings', { options: { 0: [1, 0] } }],
    ['ratings', { ratings: [0], options: { 0: [1, 0] } }],
    ['ratings', { ratings: [-1], options: { 0: [1, 0] } }],
    ['ratings', { ratings: [1], options: { 0: [1, 1] } }],
    ['ratings', { ratings: [1], options: { 0: [0, null] }, written: { 0: 'Mine.' } }],
    ['aside', { aside: [1] }],
    ['choices', { choices: { 3: 0 } }],
    ['written', { written: { 3: 'Mine.' } }],
    ['notes', { notes: [{ ...flag, option: 2 }] }],
    ['explanation', { progress: 'none' }],
  ])('is refused for its %s where steps are chosen: %j', (place, given) => {
    expect(findContentProblem(makeSent(given), choiceShape, {})).toMatchObject({ place })
  })
})

describe('a content that holds together', () => {
  it.each<Partial<Sent>>([
    {},
    error,
    { ...error, aside: [1, null] },
    { ratings: [1], aside: [null, 1, -1] },
    { ...error, explanation: { option: 1 }, progress: 'most', tags: ['sum'] },
    { ...error, tags: ['unknown'] },
    { ratings: [1], options: { 1: [1, null] } },
    { notes: [flag, { ...flag, kind: 'comment', text: 'Odd.' }, { ...flag, option: 1 }] },
  ])('is taken: %j', (given) => {
    expect(findContentProblem(makeSent(given), solution, { 1: 2 })).toBe(null)
  })

  it.each<Partial<Sent>>([
    {},
    { ratings: [1], options: { 0: [1, 0] } },
    { ratings: [1], options: { 0: [1, 1] }, choices: { 0: 1 } },
    { ratings: [1], options: { 0: [0, 0] }, written: { 0: 'Mine.' }, choices: { 0: 'human' } },
    { options: { 0: [1, 1], 1: [1, 0] } },
    { notes: [flag, { ...flag, option: 0 }] },
  ])('is taken where steps are chosen: %j', (given) => {
    expect(findContentProblem(makeSent(given), choiceShape, {})).toBe(null)
  })

  it('leaves at home the kinds of error that the project has dropped', () => {
    const content = unpackContent(makeSent({ ...error, tags: ['sum', 'gone'] }), solution)
    expect(packContent(content, solution).tags).toEqual(['sum'])
  })

  it('says again what was said of a later error once the earlier one is raised', () => {
    const said = { explanation: { option: 1 }, progress: 'most', tags: ['sum', 'gone'] } as const
    const errorsAside = { 3: { ...said, tags: [...said.tags] } }
    const sent = makeSent({ ...error, aside: [1, -1], progress: 'none', errorsAside })
    const content = unpackContent(sent, solution)
    expect(packContent(content, solution).errorsAside).toEqual({ 3: { ...said, tags: ['sum'] } })
    const raised = packContent({ ...content, steps: [1, 1, 1, -1] }, solution)
    expect(raised).toMatchObject({ ...said, tags: ['sum'], aside: [] })
    expect(raised.errorsAside).toEqual({ 1: { explanation: null, progress: 'none', tags: [] } })
  })
})

describe('a finish', () => {
  const asked = { ...solution, asksExplanation: true, asksProgress: true }
  const said = { explanation: { option: 0 }, progress: 'none' } as const
  const find = (given: Partial<Sent>) =>
    findFinishProblem('found_error', null, unpackContent(makeSent(given), asked), asked)

  it('at an error needs its options, its explanation and the progress', () => {
    expect(find({ ...error, ...said })).toMatch(/option/)
    const rated = { ...error, options: { 1: [1, 0] as (1 | 0)[] } }
    expect(find({ ...rated, ...said, explanation: null })).toMatch(/explained/)
    expect(find({ ...rated, ...said, progress: null })).toMatch(/progress/)
    expect(find({ ...rated, ...said })).toBe(null)
  })
})
