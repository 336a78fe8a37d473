import { describe, expect, it } from 'vitest'
import {
  countChosenSteps,
  emptyAnnotationContent,
  findPathChoice,
  listRatingsThatCount,
} from './content'
import { findFinishRefusal, findImpliedFinishReason } from './finish-reason'
import {
  createStateAfterActions as playAny,
  stepChoiceFlowShape,
  makeChooseOptionAction,
  allAnsweredTarget,
  makeOptionTarget,
  makeRateAction,
  undoAction,
  makeWriteOptionAction,
} from './testing/work-actions'
import { applyWorkAction, createWorkState, type WorkAction, type WorkState } from './work-state'

const applyToNewState = (...actions: WorkAction[]) => playAny({ flow: 'step_choice' }, ...actions)
const pathOf = ({ content, shape }: WorkState) =>
  listRatingsThatCount(content, shape).map((_, index) => findPathChoice(content, shape, index))
const readyOf = ({ content, shape }: WorkState) => findImpliedFinishReason(content, shape)
const makeChoiceTarget = (stepIndex: number) => ({ kind: 'choice', step: stepIndex }) as const
const makeWriteTarget = (stepIndex: number) => ({ kind: 'write', step: stepIndex }) as const

describe('the choice of a step’s option', () => {
  it('happens automatically for the only positive option once every option of the step is rated', () => {
    const oneRated = applyToNewState(makeRateAction(1))
    expect(oneRated.currentTarget).toEqual(makeOptionTarget(0, 1))
    expect(pathOf(oneRated)).toEqual([])
    const bothRated = applyWorkAction(oneRated, makeRateAction(-1))
    expect(pathOf(bothRated)).toEqual([0])
    expect(listRatingsThatCount(bothRated.content, bothRated.shape)).toEqual([1])
    expect(bothRated.currentTarget).toEqual(makeOptionTarget(1, 0))
  })

  it('is left to the annotator if several options are positive', () => {
    const state = applyToNewState(makeRateAction(1), makeRateAction(1))
    expect(state.currentTarget).toEqual(makeChoiceTarget(0))
    expect(pathOf(state)).toEqual([])
    const withChoice = applyWorkAction(state, makeChooseOptionAction(0, 1))
    expect(pathOf(withChoice)).toEqual([1])
    expect(withChoice.currentTarget).toEqual(makeOptionTarget(1, 0))
    expect(pathOf(applyWorkAction(withChoice, makeChooseOptionAction(0, 0)))).toEqual([0])
  })

  it('is rejected for an option that is not positive or belongs to a later step', () => {
    const state = applyToNewState(makeRateAction(0), makeRateAction(1))
    expect(applyWorkAction(state, makeChooseOptionAction(0, 0))).toBe(state)
    const twoPositive = applyToNewState(makeRateAction(1), makeRateAction(1))
    for (const action of [
      makeChooseOptionAction(0, 2),
      makeChooseOptionAction(1, 0),
      makeWriteOptionAction(0, 'Mine.'),
    ])
      expect(applyWorkAction(twoPositive, action)).toBe(twoPositive)
  })

  it('requires a human option if no option is positive', () => {
    const state = applyToNewState(makeRateAction(0), makeRateAction(-1))
    expect(state.currentTarget).toEqual(makeWriteTarget(0))
    expect(applyWorkAction(state, makeWriteOptionAction(0, '  '))).toBe(state)
    const written = applyWorkAction(state, makeWriteOptionAction(0, 'So $x = 1$.'))
    expect(pathOf(written)).toEqual(['human'])
    expect(listRatingsThatCount(written.content, written.shape)).toEqual([1])
    expect(written.currentTarget).toEqual(makeOptionTarget(1, 0))
  })

  it('preserves the text of a human option while another option is positive', () => {
    const state = applyToNewState(
      makeRateAction(0),
      makeRateAction(-1),
      makeWriteOptionAction(0, 'Mine.'),
      makeRateAction(1, makeOptionTarget(0, 0)),
    )
    expect(pathOf(state)).toEqual([0])
    expect(pathOf(applyWorkAction(state, makeRateAction(0, makeOptionTarget(0, 0))))).toEqual([
      'human',
    ])
  })

  it('is restored automatically when the chosen option becomes positive again', () => {
    const state = applyToNewState(
      makeRateAction(1),
      makeRateAction(1),
      makeChooseOptionAction(0, 1),
      makeRateAction(0, makeOptionTarget(0, 1)),
    )
    expect(pathOf(state)).toEqual([0])
    expect(pathOf(applyWorkAction(state, makeRateAction(1, makeOptionTarget(0, 1))))).toEqual([1])
  })
})

describe('the path of chosen options', () => {
  const twoSteps = [makeRateAction(1), makeRateAction(0), makeRateAction(1), makeRateAction(0)]

  it('is complete at the last step', () => {
    const incomplete = applyToNewState(...twoSteps)
    expect(readyOf(incomplete)).toBe(null)
    const withCompletePath = [makeRateAction(-1), makeRateAction(1)].reduce(
      applyWorkAction,
      incomplete,
    )
    expect(pathOf(withCompletePath)).toEqual([0, 0, 1])
    expect(readyOf(withCompletePath)).toBe('solution')
    expect(withCompletePath.currentTarget).toEqual(allAnsweredTarget)
  })

  it('ends at an option that states the final answer', () => {
    const ended = applyToNewState(
      makeRateAction(1),
      makeRateAction(0),
      makeRateAction(0),
      makeRateAction(1),
    )
    expect(pathOf(ended)).toEqual([0, 1])
    expect(readyOf(ended)).toBe('solution')
    expect(ended.currentTarget).toEqual(allAnsweredTarget)
    expect(applyWorkAction(ended, makeRateAction(1, makeOptionTarget(2, 0)))).toBe(ended)
  })

  it('stops at a step without a choice, and continues with the later choices once it has one', () => {
    const withoutChoice = applyToNewState(...twoSteps, makeRateAction(1, makeOptionTarget(0, 1)))
    // The first option was chosen only automatically, as the only positive one.
    expect(pathOf(withoutChoice)).toEqual([])
    const chosen = applyWorkAction(withoutChoice, makeChooseOptionAction(0, 1))
    expect(pathOf(chosen)).toEqual([1, 0])
    const nonePositive = [
      makeRateAction(0, makeOptionTarget(0, 0)),
      makeRateAction(0, makeOptionTarget(0, 1)),
    ].reduce(applyWorkAction, chosen)
    expect(pathOf(nonePositive)).toEqual([])
    expect(nonePositive.currentTarget).toEqual(makeWriteTarget(0))
    expect(pathOf(applyWorkAction(nonePositive, makeWriteOptionAction(0, 'Mine.')))).toEqual([
      'human',
      0,
    ])
  })

  it('can be submitted as give_up, but not as found_error, nor as solution while it is incomplete', () => {
    const { content, shape } = applyToNewState(...twoSteps)
    expect(findFinishRefusal('solution', null, content, shape)).toEqual({
      field: 'choices',
      reason: 'The path is not complete.',
    })
    expect(findFinishRefusal('found_error', null, content, shape)?.reason).toMatch(/No step/)
    expect(findFinishRefusal('give_up', 'No idea.', content, shape)).toBe(null)
    expect(findFinishRefusal('give_up', ' ', content, shape)).toEqual({
      field: 'finishNote',
      reason: 'Enter a reason.',
    })
  })

  it('continues at a step without options once the annotator writes one', () => {
    const withoutOptions = createWorkState(
      { ...stepChoiceFlowShape, optionCounts: {}, stepCount: 1 },
      null,
    )
    expect(withoutOptions.currentTarget).toEqual(makeWriteTarget(0))
    expect(readyOf(applyWorkAction(withoutOptions, makeWriteOptionAction(0, 'Mine.')))).toBe(
      'solution',
    )
  })
})

describe('undo in the step-choice flow', () => {
  it('reverts ratings, choices and human options', () => {
    const state = applyToNewState(
      makeRateAction(1),
      makeRateAction(1),
      makeChooseOptionAction(0, 1),
      makeRateAction(0),
      makeRateAction(0),
      makeWriteOptionAction(1, 'Mine.'),
    )
    expect(pathOf(state)).toEqual([1, 'human'])
    const afterFirstUndo = applyWorkAction(state, undoAction)
    expect(afterFirstUndo.currentTarget).toEqual(makeWriteTarget(1))
    expect(afterFirstUndo.content.humanOptions).toEqual({})
    const afterFourUndos = [undoAction, undoAction, undoAction].reduce(
      applyWorkAction,
      afterFirstUndo,
    )
    expect(afterFourUndos.currentTarget).toEqual(makeChoiceTarget(0))
    expect(countChosenSteps(afterFourUndos.content, afterFourUndos.shape)).toBe(0)
    expect([undoAction, undoAction].reduce(applyWorkAction, afterFourUndos).content).toMatchObject({
      ...emptyAnnotationContent,
      options: {},
    })
  })
})
