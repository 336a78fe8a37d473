import { describe, expect, it } from 'vitest'
import {
  emptyContent,
  listSupersededRatings,
  listFirstErrorOptionRatings,
  listRatings,
} from './content'
import { findImpliedFinishReason } from './finish'
import { isSelectable } from './targets'
import {
  doneTarget,
  explainAction,
  selectAction,
  moveAction,
  optionTarget,
  applyActions,
  progressAction,
  rateAction,
  solutionShape,
  stepTarget,
  tagAction,
  undoAction,
} from './testing/work-actions'
import { findReplacedExplanation } from './replaced-explanation'
import { changeWork, startWork, type WorkState } from './work-state'

const ratingsOf = ({ content, shape }: WorkState) => listRatings(content, shape)
const optionsOf = ({ content, shape }: WorkState) => listFirstErrorOptionRatings(content, shape)
const readyOf = ({ content, shape }: WorkState) => findImpliedFinishReason(content, shape)
const detailsOf = ({ content }: WorkState, stepIndex: number) => content.errors[stepIndex]

describe('rating', () => {
  it('selects the next step, and `done` after the last one', () => {
    const state = applyActions({ stepCount: 2 }, rateAction(1), rateAction(0))
    expect(ratingsOf(state)).toEqual([1, 0])
    expect(state.currentTarget).toEqual(doneTarget)
    expect(readyOf(state)).toBe('solution')
  })

  it('ends at the first error', () => {
    const state = applyActions({}, rateAction(1), rateAction(-1))
    expect(state.currentTarget).toEqual(doneTarget)
    expect(readyOf(state)).toBe('found_error')
    expect(changeWork(state, rateAction(1))).toBe(state)
  })

  it('a first error supersedes later ratings, and they return when its rating is changed', () => {
    const error = applyActions(
      {},
      rateAction(1),
      rateAction(1),
      rateAction(0),
      rateAction(-1, stepTarget(0)),
    )
    expect(ratingsOf(error)).toEqual([-1])
    expect(listSupersededRatings(error.content, error.shape)).toEqual([1, 0])
    expect(isSelectable(error.content, error.shape, stepTarget(1))).toBe(false)
    const raised = changeWork(error, rateAction(0, stepTarget(0)))
    expect(ratingsOf(raised)).toEqual([0, 1, 0])
    expect(raised.currentTarget).toEqual(stepTarget(1))
  })

  it('an earlier error supersedes a later one and its explanation, which return when it is changed', () => {
    const shape = { optionCounts: { 0: 1, 2: 1 }, asksExplanation: true }
    const later = applyActions(
      shape,
      rateAction(1),
      rateAction(1),
      rateAction(-1),
      rateAction(0),
      explainAction('A wrong sum.'),
    )
    const earlier = changeWork(later, rateAction(-1, stepTarget(0)))
    expect(ratingsOf(earlier)).toEqual([-1])
    expect(optionsOf(earlier)).toEqual([null])
    expect(readyOf(earlier)).toBe(null)
    const back = changeWork(earlier, rateAction(1, stepTarget(0)))
    expect(ratingsOf(back)).toEqual([1, 1, -1])
    expect(optionsOf(back)).toEqual([0])
    expect(detailsOf(back, 2)).toMatchObject({ explanation: { text: 'A wrong sum.' } })
    expect(readyOf(back)).toBe('found_error')
  })

  it('selects the alternatives at the first error in order', () => {
    const error = applyActions({ optionCounts: { 1: 2 } }, rateAction(1), rateAction(-1))
    expect(error.currentTarget).toEqual(optionTarget(1, 0))
    const half = changeWork(error, rateAction(1))
    expect(half.currentTarget).toEqual(optionTarget(1, 1))
    expect(readyOf(half)).toBe(null)
    const ready = changeWork(half, rateAction(-1))
    expect(ready.currentTarget).toEqual(doneTarget)
    expect(optionsOf(ready)).toEqual([1, -1])
    expect(readyOf(ready)).toBe('found_error')
  })

  it('keeps ratings of alternatives while their step is not the error', () => {
    const raised = applyActions(
      { optionCounts: { 0: 1 } },
      rateAction(-1),
      rateAction(0),
      rateAction(1, stepTarget(0)),
    )
    expect(optionsOf(raised)).toEqual([])
    expect(optionsOf(changeWork(raised, rateAction(-1, stepTarget(0))))).toEqual([0])
  })

  it('ignores a rating of a step that comes after the next unrated one', () => {
    const state = applyActions({ optionCounts: { 0: 2, 2: 2 } }, rateAction(1))
    for (const target of [stepTarget(2), optionTarget(0, 0), optionTarget(2, 0)])
      expect(changeWork(state, rateAction(1, target))).toBe(state)
  })
})

const shape = { asksExplanation: true, asksProgress: true, errorTags: ['sum', 'unit'] }
const explanation = { kind: 'explanation', step: 0 } as const
const howFar = { kind: 'progress', step: 0 } as const
const tags = { kind: 'tags', step: 0 } as const

describe('the questions about the first error', () => {
  it('follow its alternatives in the order mistake, progress, tags', () => {
    const error = applyActions({ ...shape, optionCounts: { 0: 1 } }, rateAction(-1))
    expect(error.currentTarget).toEqual(optionTarget(0, 0))
    const ratedWorkState = changeWork(error, rateAction(0))
    expect(ratedWorkState.currentTarget).toEqual(explanation)
    const explained = changeWork(ratedWorkState, explainAction(1))
    expect(explained.currentTarget).toEqual(howFar)
    expect(readyOf(explained)).toBe(null)
    const answeredWorkState = changeWork(explained, progressAction('most'))
    expect(answeredWorkState.currentTarget).toEqual(tags)
    expect(readyOf(answeredWorkState)).toBe('found_error')
    expect(detailsOf(answeredWorkState, 0)).toEqual({
      explanation: { option: 1 },
      progress: 'most',
      tags: [],
    })
    expect(changeWork(answeredWorkState, moveAction(1)).currentTarget).toEqual(doneTarget)
  })

  it('are asked at an error, if the project asks them', () => {
    const plain = applyActions({}, rateAction(-1))
    for (const action of [explainAction(0), progressAction('none'), tagAction('sum')])
      expect(changeWork(plain, action)).toBe(plain)
    const right = applyActions({ ...shape, stepCount: 1 }, rateAction(1))
    expect(right.currentTarget).toEqual(doneTarget)
    for (const action of [explainAction(0), progressAction('none'), tagAction('sum')])
      expect(changeWork(right, action)).toBe(right)
    expect(applyActions({ asksProgress: true }, rateAction(-1)).currentTarget).toEqual(howFar)
  })

  it('are skipped if they were answered out of order', () => {
    const early = applyActions(shape, rateAction(-1), moveAction(1), progressAction('most'))
    expect(early.currentTarget).toEqual(explanation)
    const whole = changeWork(early, explainAction('A wrong sum.'))
    expect(whole.currentTarget).toEqual(tags)
    expect(readyOf(whole)).toBe('found_error')
  })

  it('are skipped if they were answered before the alternatives were rated', () => {
    const withOptions = { ...shape, optionCounts: { 0: 2 } }
    const early = applyActions(withOptions, rateAction(-1), explainAction('A wrong sum.'))
    expect(early.currentTarget).toEqual(optionTarget(0, 0))
    const rated = [rateAction(1), rateAction(1)].reduce(changeWork, early)
    expect(rated.currentTarget).toEqual(howFar)
    const complete = changeWork(rated, progressAction('most'))
    expect(changeWork(complete, rateAction(0, optionTarget(0, 1))).currentTarget).toEqual(tags)
  })

  it('accept only own text before the candidate explanations are known', () => {
    const early = applyActions({ ...shape, revealed: [] }, rateAction(-1))
    expect(changeWork(early, explainAction(0))).toBe(early)
    const own = changeWork(early, explainAction('A wrong sum.'))
    expect(detailsOf(own, 0)).toMatchObject({ explanation: { text: 'A wrong sum.' } })
  })

  it('report that a chosen explanation replaced the annotator’s own text, until the next change', () => {
    const own = applyActions(shape, rateAction(-1), explainAction('A wrong sum.'))
    expect(findReplacedExplanation(own)).toBeNull()
    const replaced = changeWork(own, explainAction(1))
    expect(findReplacedExplanation(replaced)).toBe('A wrong sum.')
    expect(findReplacedExplanation(changeWork(replaced, explainAction(0)))).toBeNull()
    expect(changeWork(replaced, undoAction).content).toEqual(own.content)
  })

  it('accept a new answer, which replaces the earlier one', () => {
    const state = applyActions(
      shape,
      rateAction(-1),
      explainAction(0),
      explainAction(' In my words. '),
      progressAction('none'),
    )
    expect(changeWork(state, explainAction('  '))).toBe(state)
    expect(detailsOf(changeWork(state, progressAction('some')), 0)).toMatchObject({
      explanation: { option: null, text: 'In my words.' },
      progress: 'some',
    })
  })

  it('toggle several tags and refuse unknown ones', () => {
    const both = applyActions(shape, rateAction(-1), tagAction('unit'), tagAction('sum'))
    expect(detailsOf(both, 0)?.tags).toEqual(['unit', 'sum'])
    expect(both.currentTarget).toEqual(tags)
    expect(detailsOf(changeWork(both, tagAction('unit')), 0)?.tags).toEqual(['sum'])
    expect(changeWork(both, tagAction('unknown'))).toBe(both)
  })

  it('are undone one by one', () => {
    const state = applyActions(
      shape,
      rateAction(-1),
      explainAction(0),
      progressAction('most'),
      tagAction('sum'),
    )
    const untagged = changeWork(state, undoAction)
    expect(detailsOf(untagged, 0)).toEqual({
      explanation: { option: 0 },
      progress: 'most',
      tags: [],
    })
    expect(untagged.currentTarget).toEqual(tags)
    const unsaid = changeWork(untagged, undoAction)
    expect(detailsOf(unsaid, 0)).toMatchObject({ progress: null })
    expect(unsaid.currentTarget).toEqual(howFar)
    const unexplained = changeWork(unsaid, undoAction)
    expect(unexplained.content.errors).toEqual({})
    expect(unexplained.currentTarget).toEqual(explanation)
    expect(changeWork(unexplained, undoAction).content).toEqual(emptyContent)
  })

  it('keep the answers for each step that has been the first error', () => {
    const state = applyActions(
      shape,
      rateAction(-1),
      explainAction('At the first.'),
      rateAction(1, stepTarget(0)),
      rateAction(-1),
    )
    expect(detailsOf(changeWork(state, explainAction('At the second.')), 1)).toMatchObject({
      explanation: { text: 'At the second.' },
    })
    expect(detailsOf(changeWork(state, rateAction(-1, stepTarget(0))), 0)).toMatchObject({
      explanation: { text: 'At the first.' },
    })
  })
})

describe('moving between steps, options and questions', () => {
  it('moves back and forth, and stops at the first and the last reached step', () => {
    const back = applyActions({}, rateAction(1), rateAction(1), moveAction(-1), moveAction(-1))
    expect(back.currentTarget).toEqual(stepTarget(0))
    expect(changeWork(back, moveAction(-1))).toBe(back)
    const forth = [moveAction(1), moveAction(1), moveAction(1)].reduce(changeWork, back)
    expect(forth.currentTarget).toEqual(stepTarget(2))
  })

  it('moves from the first error to its alternatives and then to `done`', () => {
    const state = applyActions(
      { optionCounts: { 0: 1 } },
      rateAction(-1),
      rateAction(1),
      moveAction(-1),
      moveAction(-1),
    )
    expect(state.currentTarget).toEqual(stepTarget(0))
    expect([moveAction(1), moveAction(1)].reduce(changeWork, state).currentTarget).toEqual(
      doneTarget,
    )
  })

  it('ignores the selection of a step or question that is not offered yet', () => {
    const state = applyActions({}, rateAction(1))
    for (const target of [stepTarget(3), explanation, doneTarget])
      expect(changeWork(state, selectAction(target))).toBe(state)
  })
})

describe('undo', () => {
  it('selects the step whose change it undoes', () => {
    const state = applyActions(
      {},
      rateAction(1),
      rateAction(1),
      rateAction(-1, stepTarget(0)),
      undoAction,
    )
    expect(ratingsOf(state)).toEqual([1, 1])
    expect(state.currentTarget).toEqual(stepTarget(0))
    const secondState = changeWork(state, undoAction)
    expect(ratingsOf(secondState)).toEqual([1])
    expect(secondState.currentTarget).toEqual(stepTarget(1))
  })

  it('does not undo changes from before the page was loaded', () => {
    const content = { ...emptyContent, steps: [1 as const] }
    const state = startWork(solutionShape, { content, lastEvent: 3 })
    expect(changeWork(state, undoAction)).toBe(state)
  })
})

describe('events recorded by the page', () => {
  it('are numbered on from the draft’s last event, and removed once the server acknowledges them', () => {
    const content = { ...emptyContent, steps: [1 as const] }
    const start = startWork({ ...solutionShape, stepCount: 3 }, { content, lastEvent: 9 })
    expect(start.currentTarget).toEqual(stepTarget(1))
    const state = [rateAction(0), undoAction].reduce(changeWork, start)
    expect(state.events.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [10, 'rate'],
      [11, 'undo'],
    ])
    expect(changeWork(state, { type: 'acknowledge', lastEvent: 10 }).events).toHaveLength(1)
  })

  it('record actions without the texts that the annotator wrote', () => {
    const { events } = applyActions(
      shape,
      rateAction(-1),
      explainAction('My own words.'),
      progressAction('most'),
      tagAction('sum'),
    )
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
