import { describe, expect, it } from 'vitest'
import {
  emptyAnnotationContent,
  listSupersededRatings,
  listFirstErrorOptionRatings,
  listRatingsThatCount,
} from './content'
import { findImpliedFinishReason } from './finish-reason'
import { findReplacedExplanation } from './replaced-explanation'
import {
  allAnsweredTarget,
  makeExplainAction,
  makeSelectAction,
  makeMoveAction,
  makeOptionTarget,
  createStateAfterActions,
  makeProgressAction,
  makeRateAction,
  solutionFlowShape,
  makeStepTarget,
  makeTagAction,
  undoAction,
} from './testing/work-actions'
import { applyWorkAction, createWorkState, type WorkState } from './work-state'
import { isSelectableTarget } from './work-targets'

const ratingsOf = ({ content, shape }: WorkState) => listRatingsThatCount(content, shape)
const optionsOf = ({ content, shape }: WorkState) => listFirstErrorOptionRatings(content, shape)
const readyOf = ({ content, shape }: WorkState) => findImpliedFinishReason(content, shape)
const detailsOf = ({ content }: WorkState, stepIndex: number) => content.errors[stepIndex]

describe('rating a step', () => {
  it('selects the next step, or `done` after the last one', () => {
    const state = createStateAfterActions({ stepCount: 2 }, makeRateAction(1), makeRateAction(0))
    expect(ratingsOf(state)).toEqual([1, 0])
    expect(state.currentTarget).toEqual(allAnsweredTarget)
    expect(readyOf(state)).toBe('solution')
  })

  it('negative ends the rating of steps', () => {
    const state = createStateAfterActions({}, makeRateAction(1), makeRateAction(-1))
    expect(state.currentTarget).toEqual(allAnsweredTarget)
    expect(readyOf(state)).toBe('found_error')
    expect(applyWorkAction(state, makeRateAction(1))).toBe(state)
  })

  it('negative supersedes later ratings, which return when the rating is changed', () => {
    const error = createStateAfterActions(
      {},
      makeRateAction(1),
      makeRateAction(1),
      makeRateAction(0),
      makeRateAction(-1, makeStepTarget(0)),
    )
    expect(ratingsOf(error)).toEqual([-1])
    expect(listSupersededRatings(error.content, error.shape)).toEqual([1, 0])
    expect(isSelectableTarget(error.content, error.shape, makeStepTarget(1))).toBe(false)
    const corrected = applyWorkAction(error, makeRateAction(0, makeStepTarget(0)))
    expect(ratingsOf(corrected)).toEqual([0, 1, 0])
    expect(corrected.currentTarget).toEqual(makeStepTarget(1))
  })

  it('negative supersedes a later error and its explanation, which return when the rating is changed', () => {
    const shape = { optionCounts: { 0: 1, 2: 1 }, asksExplanation: true }
    const laterError = createStateAfterActions(
      shape,
      makeRateAction(1),
      makeRateAction(1),
      makeRateAction(-1),
      makeRateAction(0),
      makeExplainAction('A wrong sum.'),
    )
    const earlierError = applyWorkAction(laterError, makeRateAction(-1, makeStepTarget(0)))
    expect(ratingsOf(earlierError)).toEqual([-1])
    expect(optionsOf(earlierError)).toEqual([null])
    expect(readyOf(earlierError)).toBe(null)
    const stateWithoutEarlierError = applyWorkAction(
      earlierError,
      makeRateAction(1, makeStepTarget(0)),
    )
    expect(ratingsOf(stateWithoutEarlierError)).toEqual([1, 1, -1])
    expect(optionsOf(stateWithoutEarlierError)).toEqual([0])
    expect(detailsOf(stateWithoutEarlierError, 2)).toMatchObject({
      explanation: { text: 'A wrong sum.' },
    })
    expect(readyOf(stateWithoutEarlierError)).toBe('found_error')
  })

  it('negative selects the alternatives of that step in order', () => {
    const error = createStateAfterActions(
      { optionCounts: { 1: 2 } },
      makeRateAction(1),
      makeRateAction(-1),
    )
    expect(error.currentTarget).toEqual(makeOptionTarget(1, 0))
    const oneOptionRated = applyWorkAction(error, makeRateAction(1))
    expect(oneOptionRated.currentTarget).toEqual(makeOptionTarget(1, 1))
    expect(readyOf(oneOptionRated)).toBe(null)
    const allOptionsRated = applyWorkAction(oneOptionRated, makeRateAction(-1))
    expect(allOptionsRated.currentTarget).toEqual(allAnsweredTarget)
    expect(optionsOf(allOptionsRated)).toEqual([1, -1])
    expect(readyOf(allOptionsRated)).toBe('found_error')
  })

  it('differently keeps the ratings of its alternatives, and shows them if it is negative again', () => {
    const corrected = createStateAfterActions(
      { optionCounts: { 0: 1 } },
      makeRateAction(-1),
      makeRateAction(0),
      makeRateAction(1, makeStepTarget(0)),
    )
    expect(optionsOf(corrected)).toEqual([])
    expect(optionsOf(applyWorkAction(corrected, makeRateAction(-1, makeStepTarget(0))))).toEqual([
      0,
    ])
  })

  it('is ignored if an earlier step is unrated', () => {
    const state = createStateAfterActions({ optionCounts: { 0: 2, 2: 2 } }, makeRateAction(1))
    for (const target of [makeStepTarget(2), makeOptionTarget(0, 0), makeOptionTarget(2, 0)])
      expect(applyWorkAction(state, makeRateAction(1, target))).toBe(state)
  })
})

const shape = { asksExplanation: true, asksProgress: true, errorTags: ['sum', 'unit'] }
const explanation = { kind: 'explanation', step: 0 } as const
const progressTarget = { kind: 'progress', step: 0 } as const
const tags = { kind: 'tags', step: 0 } as const

describe('the questions about the first error', () => {
  it('follow its alternatives in the order mistake, progress, tags', () => {
    const error = createStateAfterActions({ ...shape, optionCounts: { 0: 1 } }, makeRateAction(-1))
    expect(error.currentTarget).toEqual(makeOptionTarget(0, 0))
    const optionsRated = applyWorkAction(error, makeRateAction(0))
    expect(optionsRated.currentTarget).toEqual(explanation)
    const explained = applyWorkAction(optionsRated, makeExplainAction(1))
    expect(explained.currentTarget).toEqual(progressTarget)
    expect(readyOf(explained)).toBe(null)
    const allAnswered = applyWorkAction(explained, makeProgressAction('most'))
    expect(allAnswered.currentTarget).toEqual(tags)
    expect(readyOf(allAnswered)).toBe('found_error')
    expect(detailsOf(allAnswered, 0)).toEqual({
      explanation: { option: 1 },
      progress: 'most',
      tags: [],
    })
    expect(applyWorkAction(allAnswered, makeMoveAction(1)).currentTarget).toEqual(allAnsweredTarget)
  })

  it('are asked only if the project asks them, and only about an error', () => {
    const withoutQuestions = createStateAfterActions({}, makeRateAction(-1))
    for (const action of [makeExplainAction(0), makeProgressAction('none'), makeTagAction('sum')])
      expect(applyWorkAction(withoutQuestions, action)).toBe(withoutQuestions)
    const withoutError = createStateAfterActions({ ...shape, stepCount: 1 }, makeRateAction(1))
    expect(withoutError.currentTarget).toEqual(allAnsweredTarget)
    for (const action of [makeExplainAction(0), makeProgressAction('none'), makeTagAction('sum')])
      expect(applyWorkAction(withoutError, action)).toBe(withoutError)
    expect(
      createStateAfterActions({ asksProgress: true }, makeRateAction(-1)).currentTarget,
    ).toEqual(progressTarget)
  })

  it('are skipped if they were answered out of order', () => {
    const early = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeMoveAction(1),
      makeProgressAction('most'),
    )
    expect(early.currentTarget).toEqual(explanation)
    const explainedLast = applyWorkAction(early, makeExplainAction('A wrong sum.'))
    expect(explainedLast.currentTarget).toEqual(tags)
    expect(readyOf(explainedLast)).toBe('found_error')
  })

  it('are skipped if they were answered before the alternatives were rated', () => {
    const withOptions = { ...shape, optionCounts: { 0: 2 } }
    const early = createStateAfterActions(
      withOptions,
      makeRateAction(-1),
      makeExplainAction('A wrong sum.'),
    )
    expect(early.currentTarget).toEqual(makeOptionTarget(0, 0))
    const rated = [makeRateAction(1), makeRateAction(1)].reduce(applyWorkAction, early)
    expect(rated.currentTarget).toEqual(progressTarget)
    const complete = applyWorkAction(rated, makeProgressAction('most'))
    expect(
      applyWorkAction(complete, makeRateAction(0, makeOptionTarget(0, 1))).currentTarget,
    ).toEqual(tags)
  })

  it('accept only the annotator’s own text before the candidate explanations are loaded', () => {
    const early = createStateAfterActions({ ...shape, revealed: [] }, makeRateAction(-1))
    expect(applyWorkAction(early, makeExplainAction(0))).toBe(early)
    const own = applyWorkAction(early, makeExplainAction('A wrong sum.'))
    expect(detailsOf(own, 0)).toMatchObject({ explanation: { text: 'A wrong sum.' } })
  })

  it('report that a chosen explanation replaced the annotator’s own text, until the next change', () => {
    const own = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeExplainAction('A wrong sum.'),
    )
    expect(findReplacedExplanation(own)).toBeNull()
    const replaced = applyWorkAction(own, makeExplainAction(1))
    expect(findReplacedExplanation(replaced)).toBe('A wrong sum.')
    expect(findReplacedExplanation(applyWorkAction(replaced, makeExplainAction(0)))).toBeNull()
    expect(applyWorkAction(replaced, undoAction).content).toEqual(own.content)
  })

  it('accept a new answer, which replaces the earlier one', () => {
    const state = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeExplainAction(0),
      makeExplainAction(' In my words. '),
      makeProgressAction('none'),
    )
    expect(applyWorkAction(state, makeExplainAction('  '))).toBe(state)
    expect(detailsOf(applyWorkAction(state, makeProgressAction('some')), 0)).toMatchObject({
      explanation: { option: null, text: 'In my words.' },
      progress: 'some',
    })
  })

  it('allow several tags to be set and unset, and reject unknown tags', () => {
    const stateWithTwoTags = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeTagAction('unit'),
      makeTagAction('sum'),
    )
    expect(detailsOf(stateWithTwoTags, 0)?.tags).toEqual(['unit', 'sum'])
    expect(stateWithTwoTags.currentTarget).toEqual(tags)
    expect(detailsOf(applyWorkAction(stateWithTwoTags, makeTagAction('unit')), 0)?.tags).toEqual([
      'sum',
    ])
    expect(applyWorkAction(stateWithTwoTags, makeTagAction('unknown'))).toBe(stateWithTwoTags)
  })

  it('have answers that can be undone one by one', () => {
    const state = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeExplainAction(0),
      makeProgressAction('most'),
      makeTagAction('sum'),
    )
    const untagged = applyWorkAction(state, undoAction)
    expect(detailsOf(untagged, 0)).toEqual({
      explanation: { option: 0 },
      progress: 'most',
      tags: [],
    })
    expect(untagged.currentTarget).toEqual(tags)
    const undone = applyWorkAction(untagged, undoAction)
    expect(detailsOf(undone, 0)).toMatchObject({ progress: null })
    expect(undone.currentTarget).toEqual(progressTarget)
    const unexplained = applyWorkAction(undone, undoAction)
    expect(unexplained.content.errors).toEqual({})
    expect(unexplained.currentTarget).toEqual(explanation)
    expect(applyWorkAction(unexplained, undoAction).content).toEqual(emptyAnnotationContent)
  })

  it('keep their answers for each step that has been the first error', () => {
    const state = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeExplainAction('At the first.'),
      makeRateAction(1, makeStepTarget(0)),
      makeRateAction(-1),
    )
    expect(detailsOf(applyWorkAction(state, makeExplainAction('At the second.')), 1)).toMatchObject(
      {
        explanation: { text: 'At the second.' },
      },
    )
    expect(
      detailsOf(applyWorkAction(state, makeRateAction(-1, makeStepTarget(0))), 0),
    ).toMatchObject({
      explanation: { text: 'At the first.' },
    })
  })
})

describe('moving between steps, options and questions', () => {
  it('goes back and forth, and stops at the first and the last reached step', () => {
    const stateAtFirstStep = createStateAfterActions(
      {},
      makeRateAction(1),
      makeRateAction(1),
      makeMoveAction(-1),
      makeMoveAction(-1),
    )
    expect(stateAtFirstStep.currentTarget).toEqual(makeStepTarget(0))
    expect(applyWorkAction(stateAtFirstStep, makeMoveAction(-1))).toBe(stateAtFirstStep)
    const stateAtLastReachedStep = [makeMoveAction(1), makeMoveAction(1), makeMoveAction(1)].reduce(
      applyWorkAction,
      stateAtFirstStep,
    )
    expect(stateAtLastReachedStep.currentTarget).toEqual(makeStepTarget(2))
  })

  it('goes from the first error to its alternatives and then to `done`', () => {
    const state = createStateAfterActions(
      { optionCounts: { 0: 1 } },
      makeRateAction(-1),
      makeRateAction(1),
      makeMoveAction(-1),
      makeMoveAction(-1),
    )
    expect(state.currentTarget).toEqual(makeStepTarget(0))
    expect(
      [makeMoveAction(1), makeMoveAction(1)].reduce(applyWorkAction, state).currentTarget,
    ).toEqual(allAnsweredTarget)
  })

  it('ignores the selection of a step or question that is not offered yet', () => {
    const state = createStateAfterActions({}, makeRateAction(1))
    for (const target of [makeStepTarget(3), explanation, allAnsweredTarget])
      expect(applyWorkAction(state, makeSelectAction(target))).toBe(state)
  })
})

describe('undo on the labelling screen', () => {
  it('selects the step whose change it reverts', () => {
    const state = createStateAfterActions(
      {},
      makeRateAction(1),
      makeRateAction(1),
      makeRateAction(-1, makeStepTarget(0)),
      undoAction,
    )
    expect(ratingsOf(state)).toEqual([1, 1])
    expect(state.currentTarget).toEqual(makeStepTarget(0))
    const afterUndo = applyWorkAction(state, undoAction)
    expect(ratingsOf(afterUndo)).toEqual([1])
    expect(afterUndo.currentTarget).toEqual(makeStepTarget(1))
  })

  it('does not revert changes from before the page was loaded', () => {
    const content = { ...emptyAnnotationContent, steps: [1 as const] }
    const state = createWorkState(solutionFlowShape, { content, lastEvent: 3 })
    expect(applyWorkAction(state, undoAction)).toBe(state)
  })
})

describe('events recorded by the page', () => {
  it('are numbered from the draft’s last event on, and removed once the server acknowledges them', () => {
    const content = { ...emptyAnnotationContent, steps: [1 as const] }
    const start = createWorkState({ ...solutionFlowShape, stepCount: 3 }, { content, lastEvent: 9 })
    expect(start.currentTarget).toEqual(makeStepTarget(1))
    const state = [makeRateAction(0), undoAction].reduce(applyWorkAction, start)
    expect(state.events.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [10, 'rate'],
      [11, 'undo'],
    ])
    expect(applyWorkAction(state, { type: 'acknowledge', lastEvent: 10 }).events).toHaveLength(1)
  })

  it('record actions without the texts that the annotator wrote', () => {
    const { events } = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeExplainAction('My own words.'),
      makeProgressAction('most'),
      makeTagAction('sum'),
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
