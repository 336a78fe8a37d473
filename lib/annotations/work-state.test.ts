import { describe, expect, it } from 'vitest'
import { emptyContent, listSupersededRatings, listErrorOptions, listRatings } from './content'
import { findReadyReason } from './finish'
import { isSelectable } from './targets'
import {
  done,
  explain,
  select,
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
import { findReplacedExplanation } from './replaced-explanation'
import { changeWork, startWork, type WorkState } from './work-state'

const ratingsOf = ({ content, shape }: WorkState) => listRatings(content, shape)
const optionsOf = ({ content, shape }: WorkState) => listErrorOptions(content, shape)
const readyOf = ({ content, shape }: WorkState) => findReadyReason(content, shape)
const detailsOf = ({ content }: WorkState, stepIndex: number) => content.errors[stepIndex]

describe('rating', () => {
  it('selects the next step, and `done` after the last one', () => {
    const state = play({ stepCount: 2 }, rate(1), rate(0))
    expect(ratingsOf(state)).toEqual([1, 0])
    expect(state.currentTarget).toEqual(done)
    expect(readyOf(state)).toBe('solution')
  })

  it('ends at the first error', () => {
    const state = play({}, rate(1), rate(-1))
    expect(state.currentTarget).toEqual(done)
    expect(readyOf(state)).toBe('found_error')
    expect(changeWork(state, rate(1))).toBe(state)
  })

  it('a first error supersedes later ratings, and they return when its rating is changed', () => {
    const error = play({}, rate(1), rate(1), rate(0), rate(-1, step(0)))
    expect(ratingsOf(error)).toEqual([-1])
    expect(listSupersededRatings(error.content, error.shape)).toEqual([1, 0])
    expect(isSelectable(error.content, error.shape, step(1))).toBe(false)
    const raised = changeWork(error, rate(0, step(0)))
    expect(ratingsOf(raised)).toEqual([0, 1, 0])
    expect(raised.currentTarget).toEqual(step(1))
  })

  it('an earlier error supersedes a later one and its explanation, which return when it is changed', () => {
    const shape = { optionCounts: { 0: 1, 2: 1 }, asksExplanation: true }
    const later = play(shape, rate(1), rate(1), rate(-1), rate(0), explain('A wrong sum.'))
    const earlier = changeWork(later, rate(-1, step(0)))
    expect(ratingsOf(earlier)).toEqual([-1])
    expect(optionsOf(earlier)).toEqual([null])
    expect(readyOf(earlier)).toBe(null)
    const back = changeWork(earlier, rate(1, step(0)))
    expect(ratingsOf(back)).toEqual([1, 1, -1])
    expect(optionsOf(back)).toEqual([0])
    expect(detailsOf(back, 2)).toMatchObject({ explanation: { text: 'A wrong sum.' } })
    expect(readyOf(back)).toBe('found_error')
  })

  it('selects the alternatives at the first error in order', () => {
    const error = play({ optionCounts: { 1: 2 } }, rate(1), rate(-1))
    expect(error.currentTarget).toEqual(option(1, 0))
    const half = changeWork(error, rate(1))
    expect(half.currentTarget).toEqual(option(1, 1))
    expect(readyOf(half)).toBe(null)
    const ready = changeWork(half, rate(-1))
    expect(ready.currentTarget).toEqual(done)
    expect(optionsOf(ready)).toEqual([1, -1])
    expect(readyOf(ready)).toBe('found_error')
  })

  it('keeps ratings of alternatives while their step is not the error', () => {
    const raised = play({ optionCounts: { 0: 1 } }, rate(-1), rate(0), rate(1, step(0)))
    expect(optionsOf(raised)).toEqual([])
    expect(optionsOf(changeWork(raised, rate(-1, step(0))))).toEqual([0])
  })

  it('ignores a rating of a step that comes after the next unrated one', () => {
    const state = play({ optionCounts: { 0: 2, 2: 2 } }, rate(1))
    for (const target of [step(2), option(0, 0), option(2, 0)])
      expect(changeWork(state, rate(1, target))).toBe(state)
  })
})

const shape = { asksExplanation: true, asksProgress: true, errorTags: ['sum', 'unit'] }
const explanation = { kind: 'explanation', step: 0 } as const
const howFar = { kind: 'progress', step: 0 } as const
const tags = { kind: 'tags', step: 0 } as const

describe('the questions about the first error', () => {
  it('follow its alternatives in the order mistake, progress, tags', () => {
    const error = play({ ...shape, optionCounts: { 0: 1 } }, rate(-1))
    expect(error.currentTarget).toEqual(option(0, 0))
    const ratedWorkState = changeWork(error, rate(0))
    expect(ratedWorkState.currentTarget).toEqual(explanation)
    const explained = changeWork(ratedWorkState, explain(1))
    expect(explained.currentTarget).toEqual(howFar)
    expect(readyOf(explained)).toBe(null)
    const answeredWorkState = changeWork(explained, progress('most'))
    expect(answeredWorkState.currentTarget).toEqual(tags)
    expect(readyOf(answeredWorkState)).toBe('found_error')
    expect(detailsOf(answeredWorkState, 0)).toEqual({
      explanation: { option: 1 },
      progress: 'most',
      tags: [],
    })
    expect(changeWork(answeredWorkState, move(1)).currentTarget).toEqual(done)
  })

  it('are asked at an error, if the project asks them', () => {
    const plain = play({}, rate(-1))
    for (const action of [explain(0), progress('none'), tag('sum')])
      expect(changeWork(plain, action)).toBe(plain)
    const right = play({ ...shape, stepCount: 1 }, rate(1))
    expect(right.currentTarget).toEqual(done)
    for (const action of [explain(0), progress('none'), tag('sum')])
      expect(changeWork(right, action)).toBe(right)
    expect(play({ asksProgress: true }, rate(-1)).currentTarget).toEqual(howFar)
  })

  it('are skipped if they were answered out of order', () => {
    const early = play(shape, rate(-1), move(1), progress('most'))
    expect(early.currentTarget).toEqual(explanation)
    const whole = changeWork(early, explain('A wrong sum.'))
    expect(whole.currentTarget).toEqual(tags)
    expect(readyOf(whole)).toBe('found_error')
  })

  it('are skipped if they were answered before the alternatives were rated', () => {
    const withOptions = { ...shape, optionCounts: { 0: 2 } }
    const early = play(withOptions, rate(-1), explain('A wrong sum.'))
    expect(early.currentTarget).toEqual(option(0, 0))
    const rated = [rate(1), rate(1)].reduce(changeWork, early)
    expect(rated.currentTarget).toEqual(howFar)
    const complete = changeWork(rated, progress('most'))
    expect(changeWork(complete, rate(0, option(0, 1))).currentTarget).toEqual(tags)
  })

  it('report that a chosen explanation replaced the annotator’s own text, until the next change', () => {
    const own = play(shape, rate(-1), explain('A wrong sum.'))
    expect(findReplacedExplanation(own)).toBeNull()
    const replaced = changeWork(own, explain(1))
    expect(findReplacedExplanation(replaced)).toBe('A wrong sum.')
    expect(findReplacedExplanation(changeWork(replaced, explain(0)))).toBeNull()
    expect(changeWork(replaced, undo).content).toEqual(own.content)
  })

  it('accept a new answer, which replaces the earlier one', () => {
    const state = play(shape, rate(-1), explain(0), explain(' In my words. '), progress('none'))
    expect(changeWork(state, explain('  '))).toBe(state)
    expect(detailsOf(changeWork(state, progress('some')), 0)).toMatchObject({
      explanation: { option: null, text: 'In my words.' },
      progress: 'some',
    })
  })

  it('toggle several tags and refuse unknown ones', () => {
    const both = play(shape, rate(-1), tag('unit'), tag('sum'))
    expect(detailsOf(both, 0)?.tags).toEqual(['unit', 'sum'])
    expect(both.currentTarget).toEqual(tags)
    expect(detailsOf(changeWork(both, tag('unit')), 0)?.tags).toEqual(['sum'])
    expect(changeWork(both, tag('unknown'))).toBe(both)
  })

  it('are undone one by one', () => {
    const state = play(shape, rate(-1), explain(0), progress('most'), tag('sum'))
    const untagged = changeWork(state, undo)
    expect(detailsOf(untagged, 0)).toEqual({
      explanation: { option: 0 },
      progress: 'most',
      tags: [],
    })
    expect(untagged.currentTarget).toEqual(tags)
    const unsaid = changeWork(untagged, undo)
    expect(detailsOf(unsaid, 0)).toMatchObject({ progress: null })
    expect(unsaid.currentTarget).toEqual(howFar)
    const unexplained = changeWork(unsaid, undo)
    expect(unexplained.content.errors).toEqual({})
    expect(unexplained.currentTarget).toEqual(explanation)
    expect(changeWork(unexplained, undo).content).toEqual(emptyContent)
  })

  it('keep the answers for each step that has been the first error', () => {
    const state = play(shape, rate(-1), explain('At the first.'), rate(1, step(0)), rate(-1))
    expect(detailsOf(changeWork(state, explain('At the second.')), 1)).toMatchObject({
      explanation: { text: 'At the second.' },
    })
    expect(detailsOf(changeWork(state, rate(-1, step(0))), 0)).toMatchObject({
      explanation: { text: 'At the first.' },
    })
  })
})

describe('moving between steps, options and questions', () => {
  it('moves back and forth, and stops at the first and the last reached step', () => {
    const back = play({}, rate(1), rate(1), move(-1), move(-1))
    expect(back.currentTarget).toEqual(step(0))
    expect(changeWork(back, move(-1))).toBe(back)
    const forth = [move(1), move(1), move(1)].reduce(changeWork, back)
    expect(forth.currentTarget).toEqual(step(2))
  })

  it('moves from the first error to its alternatives and then to `done`', () => {
    const state = play({ optionCounts: { 0: 1 } }, rate(-1), rate(1), move(-1), move(-1))
    expect(state.currentTarget).toEqual(step(0))
    expect([move(1), move(1)].reduce(changeWork, state).currentTarget).toEqual(done)
  })

  it('ignores the selection of a step or question that is not offered yet', () => {
    const state = play({}, rate(1))
    for (const target of [step(3), explanation, done])
      expect(changeWork(state, select(target))).toBe(state)
  })
})

describe('undo', () => {
  it('selects the step whose change it undoes', () => {
    const state = play({}, rate(1), rate(1), rate(-1, step(0)), undo)
    expect(ratingsOf(state)).toEqual([1, 1])
    expect(state.currentTarget).toEqual(step(0))
    const secondState = changeWork(state, undo)
    expect(ratingsOf(secondState)).toEqual([1])
    expect(secondState.currentTarget).toEqual(step(1))
  })

  it('does not undo changes from before the page was loaded', () => {
    const content = { ...emptyContent, steps: [1 as const] }
    const state = startWork(solutionShape, { content, lastEvent: 3 })
    expect(changeWork(state, undo)).toBe(state)
  })
})

describe('events recorded by the page', () => {
  it('are numbered on from the draft’s last event, and removed once the server acknowledges them', () => {
    const content = { ...emptyContent, steps: [1 as const] }
    const start = startWork({ ...solutionShape, stepCount: 3 }, { content, lastEvent: 9 })
    expect(start.currentTarget).toEqual(step(1))
    const state = [rate(0), undo].reduce(changeWork, start)
    expect(state.events.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [10, 'rate'],
      [11, 'undo'],
    ])
    expect(changeWork(state, { type: 'acknowledge', lastEvent: 10 }).events).toHaveLength(1)
  })

  it('record actions without the texts that the annotator wrote', () => {
    const { events } = play(shape, rate(-1), explain('My own words.'), progress('most'), tag('sum'))
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
