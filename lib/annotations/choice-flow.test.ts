import { describe, expect, it } from 'vitest'
import {
  countChosenSteps,
  emptyAnnotationContent,
  findPathChoice,
  listCountedRatings,
} from './content'
import { findFinishRefusalReason, findImpliedFinishReason } from './finish-reason'
import {
  applyActions as playAny,
  stepChoiceFlowShape,
  makeChooseOptionAction,
  doneTarget,
  makeOptionTarget,
  makeRateAction,
  makeUndoAction,
  makeWriteOptionAction,
} from './testing/work-actions'
import { applyWorkAction, createWorkState, type WorkAction, type WorkState } from './work-state'

const play = (...actions: WorkAction[]) => playAny({ flow: 'step_choice' }, ...actions)
const pathOf = ({ content, shape }: WorkState) =>
  listCountedRatings(content, shape).map((_, index) => findPathChoice(content, shape, index))
const readyOf = ({ content, shape }: WorkState) => findImpliedFinishReason(content, shape)
const choice = (stepIndex: number) => ({ kind: 'choice', step: stepIndex }) as const
const writing = (stepIndex: number) => ({ kind: 'write', step: stepIndex }) as const

describe('choosing a step’s option', () => {
  it('happens automatically for the only positive option once every option of the step is rated', () => {
    const first = play(makeRateAction(1))
    expect(first.currentTarget).toEqual(makeOptionTarget(0, 1))
    expect(pathOf(first)).toEqual([])
    const both = applyWorkAction(first, makeRateAction(-1))
    expect(pathOf(both)).toEqual([0])
    expect(listCountedRatings(both.content, both.shape)).toEqual([1])
    expect(both.currentTarget).toEqual(makeOptionTarget(1, 0))
  })

  it('is left to the annotator if several options are positive', () => {
    const state = play(makeRateAction(1), makeRateAction(1))
    expect(state.currentTarget).toEqual(choice(0))
    expect(pathOf(state)).toEqual([])
    const selectedState = applyWorkAction(state, makeChooseOptionAction(0, 1))
    expect(pathOf(selectedState)).toEqual([1])
    expect(selectedState.currentTarget).toEqual(makeOptionTarget(1, 0))
    expect(pathOf(applyWorkAction(selectedState, makeChooseOptionAction(0, 0)))).toEqual([0])
  })

  it('is rejected for an option that is not positive or belongs to a later step', () => {
    const state = play(makeRateAction(0), makeRateAction(1))
    expect(applyWorkAction(state, makeChooseOptionAction(0, 0))).toBe(state)
    const several = play(makeRateAction(1), makeRateAction(1))
    for (const refusedWorkAction of [
      makeChooseOptionAction(0, 2),
      makeChooseOptionAction(1, 0),
      makeWriteOptionAction(0, 'Mine.'),
    ])
      expect(applyWorkAction(several, refusedWorkAction)).toBe(several)
  })

  it('requires a human option if no option is positive', () => {
    const state = play(makeRateAction(0), makeRateAction(-1))
    expect(state.currentTarget).toEqual(writing(0))
    expect(applyWorkAction(state, makeWriteOptionAction(0, '  '))).toBe(state)
    const writtenWorkState = applyWorkAction(state, makeWriteOptionAction(0, 'So $x = 1$.'))
    expect(pathOf(writtenWorkState)).toEqual(['human'])
    expect(listCountedRatings(writtenWorkState.content, writtenWorkState.shape)).toEqual([1])
    expect(writtenWorkState.currentTarget).toEqual(makeOptionTarget(1, 0))
  })

  it('preserves the text of a human option while another option is positive', () => {
    const state = play(
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
    const state = play(
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
    const two = play(...twoSteps)
    expect(readyOf(two)).toBe(null)
    const completePath = [makeRateAction(-1), makeRateAction(1)].reduce(applyWorkAction, two)
    expect(pathOf(completePath)).toEqual([0, 0, 1])
    expect(readyOf(completePath)).toBe('solution')
    expect(completePath.currentTarget).toEqual(doneTarget)
  })

  it('ends at an option that states the final answer', () => {
    const endedWorkState = play(
      makeRateAction(1),
      makeRateAction(0),
      makeRateAction(0),
      makeRateAction(1),
    )
    expect(pathOf(endedWorkState)).toEqual([0, 1])
    expect(readyOf(endedWorkState)).toBe('solution')
    expect(endedWorkState.currentTarget).toEqual(doneTarget)
    expect(applyWorkAction(endedWorkState, makeRateAction(1, makeOptionTarget(2, 0)))).toBe(
      endedWorkState,
    )
  })

  it('stops at a step without a choice, and continues with the later choices once it has one', () => {
    const open = play(...twoSteps, makeRateAction(1, makeOptionTarget(0, 1)))
    // An option that was the only positive one was never chosen among several.
    expect(pathOf(open)).toEqual([])
    const secondState = applyWorkAction(open, makeChooseOptionAction(0, 1))
    expect(pathOf(secondState)).toEqual([1, 0])
    const none = [
      makeRateAction(0, makeOptionTarget(0, 0)),
      makeRateAction(0, makeOptionTarget(0, 1)),
    ].reduce(applyWorkAction, secondState)
    expect(pathOf(none)).toEqual([])
    expect(none.currentTarget).toEqual(writing(0))
    expect(pathOf(applyWorkAction(none, makeWriteOptionAction(0, 'Mine.')))).toEqual(['human', 0])
  })

  it('can be submitted as give_up, but not as found_error, nor as solution while it is incomplete', () => {
    const { content, shape } = play(...twoSteps)
    expect(findFinishRefusalReason('solution', null, content, shape)).toMatch(
      /path is not complete/,
    )
    expect(findFinishRefusalReason('found_error', null, content, shape)).toMatch(/No step/)
    expect(findFinishRefusalReason('give_up', 'No idea.', content, shape)).toBe(null)
    expect(findFinishRefusalReason('give_up', ' ', content, shape)).toMatch(/reason/)
  })

  it('continues with a human option at a step without options', () => {
    const bare = createWorkState({ ...stepChoiceFlowShape, optionCounts: {}, stepCount: 1 }, null)
    expect(bare.currentTarget).toEqual(writing(0))
    expect(readyOf(applyWorkAction(bare, makeWriteOptionAction(0, 'Mine.')))).toBe('solution')
  })
})

describe('undo in the step-choice flow', () => {
  it('reverts ratings, choices and human options', () => {
    const state = play(
      makeRateAction(1),
      makeRateAction(1),
      makeChooseOptionAction(0, 1),
      makeRateAction(0),
      makeRateAction(0),
      makeWriteOptionAction(1, 'Mine.'),
    )
    expect(pathOf(state)).toEqual([1, 'human'])
    const unwritten = applyWorkAction(state, makeUndoAction)
    expect(unwritten.currentTarget).toEqual(writing(1))
    expect(unwritten.content.humanOptions).toEqual({})
    const unchosen = [makeUndoAction, makeUndoAction, makeUndoAction].reduce(
      applyWorkAction,
      unwritten,
    )
    expect(unchosen.currentTarget).toEqual(choice(0))
    expect(countChosenSteps(unchosen.content, unchosen.shape)).toBe(0)
    expect(
      [makeUndoAction, makeUndoAction].reduce(applyWorkAction, unchosen).content,
    ).toMatchObject({
      ...emptyAnnotationContent,
      options: {},
    })
  })
})
