import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { findFinishProblem, findPrefixProblem } from './finish'
import {
  canLight,
  changeWork,
  listOptionRatings,
  listRatings,
  readReadyReason,
  startWork,
  type Draft,
  type WorkAction,
  type WorkShape,
  type WorkState,
} from './work-state'
import { nameFinish, nameOption, nameProgress, nameSubmit } from './work-words'

const moment = { inputMethod: 'key', activeMs: 0 } as const
const rate = (rating: Rating, target?: WorkState['lit']): WorkAction => ({
  type: 'rate',
  rating,
  ...(target && target.kind !== 'done' ? { target } : {}),
  ...moment,
})
const step = (index: number) => ({ kind: 'step', step: index }) as const
const option = (index: number) => ({ kind: 'option', option: index }) as const
const done = { kind: 'done' } as const
const undo: WorkAction = { type: 'undo', ...moment }
const move = (by: 1 | -1): WorkAction => ({ type: 'move', by, ...moment })

function work(shape: Partial<WorkShape>, ...actions: WorkAction[]): WorkState {
  return actions.reduce(changeWork, startWork({ stepCount: 4, optionCounts: {}, ...shape }, null))
}

describe('rating', () => {
  it('goes on to the next step, and past the last one nothing is lit', () => {
    const state = work({ stepCount: 2 }, rate(1), rate(0))
    expect(state).toMatchObject({ given: [1, 0], lit: done })
    expect(readReadyReason(state)).toBe('solution')
  })

  it('ends at the first error', () => {
    const state = work({}, rate(1), rate(-1))
    expect(state.lit).toEqual(done)
    expect(readReadyReason(state)).toBe('found_error')
    expect(changeWork(state, rate(1))).toBe(state)
  })

  it('sets later ratings aside at an error, and brings them back when it is raised', () => {
    const error = work({}, rate(1), rate(1), rate(0), rate(-1, step(0)))
    expect(listRatings(error)).toEqual([-1])
    expect(canLight(error, step(1))).toBe(false)
    const raised = changeWork(error, rate(0, step(0)))
    expect(listRatings(raised)).toEqual([0, 1, 0])
    expect(raised.lit).toEqual(step(1))
  })

  it('lights the alternatives at the error one after the other', () => {
    const shape = { optionCounts: { 1: 2 } }
    const error = work(shape, rate(1), rate(-1))
    expect(error.lit).toEqual(option(0))
    expect(nameSubmit(error)).toBe('Submit: 2a, 2b')
    const half = changeWork(error, rate(1))
    expect(half.lit).toEqual(option(1))
    expect(nameSubmit(half)).toBe('Submit: 2b')
    const ready = changeWork(half, rate(-1))
    expect(ready.lit).toEqual(done)
    expect(listOptionRatings(ready)).toEqual([1, -1])
    expect(nameSubmit(ready)).toBe('Submit')
  })

  it('keeps the ratings of alternatives while their step is no error', () => {
    const shape = { optionCounts: { 0: 1 } }
    const raised = work(shape, rate(-1), rate(0), rate(1, step(0)))
    expect(listOptionRatings(raised)).toEqual([])
    expect(listOptionRatings(changeWork(raised, rate(-1, step(0))))).toEqual([0])
  })

  it('does not reach ahead', () => {
    const state = work({}, rate(1))
    expect(changeWork(state, rate(1, step(2)))).toBe(state)
    expect(changeWork(state, rate(1, option(0)))).toBe(state)
  })
})

describe('moving', () => {
  it('goes back and forth among what can be rated', () => {
    const back = work({}, rate(1), rate(1), move(-1), move(-1))
    expect(back.lit).toEqual(step(0))
    expect(changeWork(back, move(-1))).toBe(back)
    const forth = [move(1), move(1), move(1)].reduce(changeWork, back)
    expect(forth.lit).toEqual(step(2))
  })

  it('goes from the error to its alternatives, and to the end once all are rated', () => {
    const state = work({ optionCounts: { 0: 1 } }, rate(-1), rate(1), move(-1), move(-1))
    expect(state.lit).toEqual(step(0))
    expect([move(1), move(1)].reduce(changeWork, state).lit).toEqual(done)
  })
})

describe('undo', () => {
  it('lights what it takes back', () => {
    const state = work({}, rate(1), rate(1), rate(-1, step(0)), undo)
    expect(state).toMatchObject({ given: [1, 1], lit: step(0) })
    expect(changeWork(state, undo)).toMatchObject({ given: [1], lit: step(1) })
  })
})

describe('events', () => {
  it('are numbered on from the draft, and go when they are acknowledged', () => {
    const draft: Draft = { ratings: [1], optionRatings: [], lastEvent: 9 }
    const start = startWork({ stepCount: 3, optionCounts: {} }, draft)
    expect(start.lit).toEqual(step(1))
    const state = [rate(0), undo].reduce(changeWork, start)
    expect(state.events.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [10, 'rate'],
      [11, 'undo'],
    ])
    expect(changeWork(state, { type: 'acknowledge', lastEvent: 10 }).events).toHaveLength(1)
  })
})

describe('words', () => {
  it('names options, progress and outcome', () => {
    expect([nameOption(5, 2), nameOption(0, 26)]).toEqual(['6c', '1aa'])
    expect(nameProgress(work({ stepCount: 1_000 }, rate(1)))).toBe('Step 2 of 1,000')
    expect(nameFinish(work({}, rate(1), rate(-1)), 'found_error')).toBe(
      'Submitted, first error at step 2',
    )
    expect(nameSubmit(work({}))).toBe('Submit: first error or all steps')
    expect(nameSubmit(work({ optionCounts: { 0: 9 } }, rate(-1)))).toBe('Submit: 9 options at 1')
  })
})

const ratings = fc.constantFrom<Rating>(-1, 0, 1)
const targets = fc.oneof(
  fc.integer({ min: 0, max: 7 }).map(step),
  fc.integer({ min: 0, max: 3 }).map(option),
)
const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: ratings.map((rating) => rate(rating)) },
    { weight: 2, arbitrary: fc.tuple(ratings, targets).map(([rating, at]) => rate(rating, at)) },
    { weight: 1, arbitrary: fc.constant(undo) },
    { weight: 1, arbitrary: fc.constantFrom(move(1), move(-1)) },
    {
      weight: 1,
      arbitrary: targets.map((target): WorkAction => ({ type: 'light', target, ...moment })),
    },
  ),
  { maxLength: 40 },
)
const shapes = fc.record({
  stepCount: fc.integer({ min: 1, max: 6 }),
  optionCounts: fc.dictionary(fc.constantFrom('0', '1', '3'), fc.integer({ min: 1, max: 3 })),
})

describe('whatever one does', () => {
  const check = (holds: (state: WorkState, before: WorkState | null) => void) =>
    fc.assert(
      fc.property(shapes, actions, (shape, sequence) => {
        let state = startWork(shape, null)
        holds(state, null)
        for (const action of sequence) {
          const before = state
          state = changeWork(state, action)
          holds(state, before)
        }
      }),
      { numRuns: 1_000 },
    )

  it('the ratings are a prefix that ends at the first error', () => {
    check((state) => {
      const { stepCount } = state.shape
      expect(findPrefixProblem({ stepCount, ratings: listRatings(state) })).toBe(null)
    })
  })

  it('what is lit can be rated, and it is `done` only when it can be submitted', () => {
    check((state) => {
      expect(canLight(state, state.lit)).toBe(true)
      const reason = readReadyReason(state)
      if (state.lit.kind === 'done') expect(reason).not.toBe(null)
      if (!reason) return
      const { stepCount } = state.shape
      expect(
        findFinishProblem(reason, {
          stepCount,
          ratings: listRatings(state),
          optionRatings: listOptionRatings(state),
          finishNote: null,
        }),
      ).toBe(null)
    })
  })

  it('events are numbered without a gap', () => {
    check((state) => {
      expect(state.events.map(({ sequence }) => sequence)).toEqual(
        state.events.map((_, i) => i + 1),
      )
    })
  })

  it('undo takes back one change, and all of them in the end', () => {
    check((state, before) => {
      if (before && state.changes.length > before.changes.length) {
        const undone = changeWork(state, undo)
        expect(listRatings(undone)).toEqual(listRatings(before))
        expect(listOptionRatings(undone)).toEqual(listOptionRatings(before))
      }
      let undone = state
      for (const _ of state.changes) undone = changeWork(undone, undo)
      expect(undone.given).toEqual([])
      expect(
        Object.values(undone.givenOptions)
          .flat()
          .every((rating) => rating === null),
      ).toBe(true)
    })
  })

  it('a draft that was saved and loaded again is the same labelling', () => {
    check((state) => {
      const again = startWork(state.shape, {
        ratings: listRatings(state),
        optionRatings: listOptionRatings(state),
        lastEvent: state.lastEvent,
      })
      expect(listRatings(again)).toEqual(listRatings(state))
      expect(listOptionRatings(again)).toEqual(listOptionRatings(state))
    })
  })
})
