import { describe, expect, it } from 'vitest'
import { emptyContent, listAside, listErrorOptions, listRatings } from './content'
import { readReadyReason } from './finish'
import { canLight } from './targets'
import {
  done,
  explain,
  light,
  move,
  option,
  play,
  progress,
  rate,
  solutionShape,
  step,
  tag,
  undo,
} from './testing/play'
import { changeWork, startWork, type WorkState } from './work-state'

const ratingsOf = ({ content, shape }: WorkState) => listRatings(content, shape)
const optionsOf = ({ content, shape }: WorkState) => listErrorOptions(content, shape)
const readyOf = ({ content, shape }: WorkState) => readReadyReason(content, shape)
const saidOf = ({ content }: WorkState, at: number) => content.errors[at]

describe('rating', () => {
  it('goes on to the next step, and past the last one nothing is lit', () => {
    const state = play({ stepCount: 2 }, rate(1), rate(0))
    expect(ratingsOf(state)).toEqual([1, 0])
    expect(state.lit).toEqual(done)
    expect(readyOf(state)).toBe('solution')
  })

  it('ends at the first error', () => {
    const state = play({}, rate(1), rate(-1))
    expect(state.lit).toEqual(done)
    expect(readyOf(state)).toBe('found_error')
    expect(changeWork(state, rate(1))).toBe(state)
  })

  it('sets later ratings aside at an error, and brings them back when it is raised', () => {
    const error = play({}, rate(1), rate(1), rate(0), rate(-1, step(0)))
    expect(ratingsOf(error)).toEqual([-1])
    expect(listAside(error.content, error.shape)).toEqual([1, 0])
    expect(canLight(error.content, error.shape, step(1))).toBe(false)
    const raised = changeWork(error, rate(0, step(0)))
    expect(ratingsOf(raised)).toEqual([0, 1, 0])
    expect(raised.lit).toEqual(step(1))
  })

  it('sets an error aside at an earlier one, and what was said of it', () => {
    const shape = { optionCounts: { 0: 1, 2: 1 }, asksExplanation: true }
    const later = play(shape, rate(1), rate(1), rate(-1), rate(0), explain('A wrong sum.'))
    const earlier = changeWork(later, rate(-1, step(0)))
    expect(ratingsOf(earlier)).toEqual([-1])
    expect(optionsOf(earlier)).toEqual([null])
    expect(readyOf(earlier)).toBe(null)
    const back = changeWork(earlier, rate(1, step(0)))
    expect(ratingsOf(back)).toEqual([1, 1, -1])
    expect(optionsOf(back)).toEqual([0])
    expect(saidOf(back, 2)).toMatchObject({ explanation: { text: 'A wrong sum.' } })
    expect(readyOf(back)).toBe('found_error')
  })

  it('lights the alternatives at the error one after the other', () => {
    const error = play({ optionCounts: { 1: 2 } }, rate(1), rate(-1))
    expect(error.lit).toEqual(option(1, 0))
    const half = changeWork(error, rate(1))
    expect(half.lit).toEqual(option(1, 1))
    expect(readyOf(half)).toBe(null)
    const ready = changeWork(half, rate(-1))
    expect(ready.lit).toEqual(done)
    expect(optionsOf(ready)).toEqual([1, -1])
    expect(readyOf(ready)).toBe('found_error')
  })

  it('keeps the ratings of alternatives while their step is no error', () => {
    const raised = play({ optionCounts: { 0: 1 } }, rate(-1), rate(0), rate(1, step(0)))
    expect(optionsOf(raised)).toEqual([])
    expect(optionsOf(changeWork(raised, rate(-1, step(0))))).toEqual([0])
  })

  it('does not reach ahead', () => {
    const state = play({ optionCounts: { 0: 2, 2: 2 } }, rate(1))
    for (const target of [step(2), option(0, 0), option(2, 0)])
      expect(changeWork(state, rate(1, target))).toBe(state)
  })
})

const asked = { asksExplanation: true, asksProgress: true, errorTags: ['sum', 'unit'] }
const explanation = { kind: 'explanation', step: 0 } as const
const howFar = { kind: 'progress', step: 0 } as const
const tags = { kind: 'tags', step: 0 } as const

describe('the questions at an error', () => {
  it('come after the alternatives: the mistake, the progress, the kinds of error', () => {
    const error = play({ ...asked, optionCounts: { 0: 1 } }, rate(-1))
    expect(error.lit).toEqual(option(0, 0))
    const rated = changeWork(error, rate(0))
    expect(rated.lit).toEqual(explanation)
    const explained = changeWork(rated, explain(1))
    expect(explained.lit).toEqual(howFar)
    expect(readyOf(explained)).toBe(null)
    const answered = changeWork(explained, progress('most'))
    expect(answered.lit).toEqual(tags)
    expect(readyOf(answered)).toBe('found_error')
    expect(saidOf(answered, 0)).toEqual({ explanation: { option: 1 }, progress: 'most', tags: [] })
    expect(changeWork(answered, move(1)).lit).toEqual(done)
  })

  it('are asked only where the project does, and of nothing but an error', () => {
    const plain = play({}, rate(-1))
    for (const action of [explain(0), progress('none'), tag('sum')])
      expect(changeWork(plain, action)).toBe(plain)
    const right = play({ ...asked, stepCount: 1 }, rate(1))
    expect(right.lit).toEqual(done)
    for (const action of [explain(0), progress('none'), tag('sum')])
      expect(changeWork(right, action)).toBe(right)
    expect(play({ asksProgress: true }, rate(-1)).lit).toEqual(howFar)
  })

  it('are not asked again where they are answered: the last answer lights what is still open', () => {
    const early = play(asked, rate(-1), move(1), progress('most'))
    expect(early.lit).toEqual(explanation)
    const whole = changeWork(early, explain('A wrong sum.'))
    expect(whole.lit).toEqual(tags)
    expect(readyOf(whole)).toBe('found_error')
  })

  it('can be answered anew: the last answer counts', () => {
    const state = play(asked, rate(-1), explain(0), explain(' In my words. '), progress('none'))
    expect(changeWork(state, explain('  '))).toBe(state)
    expect(saidOf(changeWork(state, progress('some')), 0)).toMatchObject({
      explanation: { option: null, text: 'In my words.' },
      progress: 'some',
    })
  })

  it('take several kinds, put on and off one by one, and none that is not listed', () => {
    const both = play(asked, rate(-1), tag('unit'), tag('sum'))
    expect(saidOf(both, 0)?.tags).toEqual(['unit', 'sum'])
    expect(both.lit).toEqual(tags)
    expect(saidOf(changeWork(both, tag('unit')), 0)?.tags).toEqual(['sum'])
    expect(changeWork(both, tag('unknown'))).toBe(both)
  })

  it('are taken back one by one', () => {
    const state = play(asked, rate(-1), explain(0), progress('most'), tag('sum'))
    const untagged = changeWork(state, undo)
    expect(saidOf(untagged, 0)).toEqual({ explanation: { option: 0 }, progress: 'most', tags: [] })
    expect(untagged.lit).toEqual(tags)
    const unsaid = changeWork(untagged, undo)
    expect(saidOf(unsaid, 0)).toMatchObject({ progress: null })
    expect(unsaid.lit).toEqual(howFar)
    const unexplained = changeWork(unsaid, undo)
    expect(unexplained.content.errors).toEqual({})
    expect(unexplained.lit).toEqual(explanation)
    expect(changeWork(unexplained, undo).content).toEqual(emptyContent)
  })

  it('keep their answers at each step that was an error', () => {
    const state = play(asked, rate(-1), explain('At the first.'), rate(1, step(0)), rate(-1))
    expect(saidOf(changeWork(state, explain('At the second.')), 1)).toMatchObject({
      explanation: { text: 'At the second.' },
    })
    expect(saidOf(changeWork(state, rate(-1, step(0))), 0)).toMatchObject({
      explanation: { text: 'At the first.' },
    })
  })
})

describe('moving', () => {
  it('goes back and forth among what can be rated', () => {
    const back = play({}, rate(1), rate(1), move(-1), move(-1))
    expect(back.lit).toEqual(step(0))
    expect(changeWork(back, move(-1))).toBe(back)
    const forth = [move(1), move(1), move(1)].reduce(changeWork, back)
    expect(forth.lit).toEqual(step(2))
  })

  it('goes from the error to its alternatives, and to the end once all are rated', () => {
    const state = play({ optionCounts: { 0: 1 } }, rate(-1), rate(1), move(-1), move(-1))
    expect(state.lit).toEqual(step(0))
    expect([move(1), move(1)].reduce(changeWork, state).lit).toEqual(done)
  })

  it('lights nothing that is not asked', () => {
    const state = play({}, rate(1))
    for (const target of [step(3), explanation, done])
      expect(changeWork(state, light(target))).toBe(state)
  })
})

describe('undo', () => {
  it('lights what it takes back', () => {
    const state = play({}, rate(1), rate(1), rate(-1, step(0)), undo)
    expect(ratingsOf(state)).toEqual([1, 1])
    expect(state.lit).toEqual(step(0))
    const again = changeWork(state, undo)
    expect(ratingsOf(again)).toEqual([1])
    expect(again.lit).toEqual(step(1))
  })

  it('has nothing to take back of what was loaded', () => {
    const content = { ...emptyContent, steps: [1 as const] }
    const state = startWork(solutionShape, { content, lastEvent: 3 })
    expect(changeWork(state, undo)).toBe(state)
  })
})

describe('events', () => {
  it('are numbered on from the draft, and go when they are acknowledged', () => {
    const content = { ...emptyContent, steps: [1 as const] }
    const start = startWork({ ...solutionShape, stepCount: 3 }, { content, lastEvent: 9 })
    expect(start.lit).toEqual(step(1))
    const state = [rate(0), undo].reduce(changeWork, start)
    expect(state.events.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [10, 'rate'],
      [11, 'undo'],
    ])
    expect(changeWork(state, { type: 'acknowledge', lastEvent: 10 }).events).toHaveLength(1)
  })

  it('say what was done and where, and never in the words of the annotator', () => {
    const { events } = play(asked, rate(-1), explain('My own words.'), progress('most'), tag('sum'))
    expect(
      events.map(({ kind, step: at, option: index, rating, detail }) => [
        kind,
        at,
        index,
        rating,
        detail,
      ]),
    ).toEqual([
      ['rate', 0, null, -1, null],
      ['explain', 0, null, null, null],
      ['progress', 0, null, null, 'most'],
      ['tag', 0, null, null, 'sum'],
    ])
  })
})
