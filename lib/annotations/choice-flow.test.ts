import { describe, expect, it } from 'vitest'
import { countChosen, emptyContent, findPathChoice, listRatings } from './content'
import { findFinishProblem, findImpliedFinishReason } from './finish'
import {
  applyActions as playAny,
  choiceShape,
  chooseAction,
  doneTarget,
  optionTarget,
  rateAction,
  undoAction,
  writeAction,
} from './testing/work-actions'
import { changeWork, startWork, type WorkAction, type WorkState } from './work-state'

const play = (...actions: WorkAction[]) => playAny({ flow: 'step_choice' }, ...actions)
const pathOf = ({ content, shape }: WorkState) =>
  listRatings(content, shape).map((_, index) => findPathChoice(content, shape, index))
const readyOf = ({ content, shape }: WorkState) => findImpliedFinishReason(content, shape)
const choice = (stepIndex: number) => ({ kind: 'choice', step: stepIndex }) as const
const writing = (stepIndex: number) => ({ kind: 'write', step: stepIndex }) as const

describe('choosing a step’s option', () => {
  it('chooses the only positive option once every option of the step is rated', () => {
    const first = play(rateAction(1))
    expect(first.currentTarget).toEqual(optionTarget(0, 1))
    expect(pathOf(first)).toEqual([])
    const both = changeWork(first, rateAction(-1))
    expect(pathOf(both)).toEqual([0])
    expect(listRatings(both.content, both.shape)).toEqual([1])
    expect(both.currentTarget).toEqual(optionTarget(1, 0))
  })

  it('asks the annotator to choose if several options are positive', () => {
    const state = play(rateAction(1), rateAction(1))
    expect(state.currentTarget).toEqual(choice(0))
    expect(pathOf(state)).toEqual([])
    const selectedState = changeWork(state, chooseAction(0, 1))
    expect(pathOf(selectedState)).toEqual([1])
    expect(selectedState.currentTarget).toEqual(optionTarget(1, 0))
    expect(pathOf(changeWork(selectedState, chooseAction(0, 0)))).toEqual([0])
  })

  it('refuses to choose an option that is not positive, or is at a later step', () => {
    const state = play(rateAction(0), rateAction(1))
    expect(changeWork(state, chooseAction(0, 0))).toBe(state)
    const several = play(rateAction(1), rateAction(1))
    for (const refusedWorkAction of [
      chooseAction(0, 2),
      chooseAction(1, 0),
      writeAction(0, 'Mine.'),
    ])
      expect(changeWork(several, refusedWorkAction)).toBe(several)
  })

  it('asks for a human option if none is positive', () => {
    const state = play(rateAction(0), rateAction(-1))
    expect(state.currentTarget).toEqual(writing(0))
    expect(changeWork(state, writeAction(0, '  '))).toBe(state)
    const writtenWorkState = changeWork(state, writeAction(0, 'So $x = 1$.'))
    expect(pathOf(writtenWorkState)).toEqual(['human'])
    expect(listRatings(writtenWorkState.content, writtenWorkState.shape)).toEqual([1])
    expect(writtenWorkState.currentTarget).toEqual(optionTarget(1, 0))
  })

  it('keeps the text of a human option while another option is positive', () => {
    const state = play(
      rateAction(0),
      rateAction(-1),
      writeAction(0, 'Mine.'),
      rateAction(1, optionTarget(0, 0)),
    )
    expect(pathOf(state)).toEqual([0])
    expect(pathOf(changeWork(state, rateAction(0, optionTarget(0, 0))))).toEqual(['human'])
  })

  it('restores a choice when its option becomes positive again', () => {
    const state = play(
      rateAction(1),
      rateAction(1),
      chooseAction(0, 1),
      rateAction(0, optionTarget(0, 1)),
    )
    expect(pathOf(state)).toEqual([0])
    expect(pathOf(changeWork(state, rateAction(1, optionTarget(0, 1))))).toEqual([1])
  })
})

describe('the path of chosen options', () => {
  const twoSteps = [rateAction(1), rateAction(0), rateAction(1), rateAction(0)]

  it('is complete at the last step', () => {
    const two = play(...twoSteps)
    expect(readyOf(two)).toBe(null)
    const completePath = [rateAction(-1), rateAction(1)].reduce(changeWork, two)
    expect(pathOf(completePath)).toEqual([0, 0, 1])
    expect(readyOf(completePath)).toBe('solution')
    expect(completePath.currentTarget).toEqual(doneTarget)
  })

  it('ends at an option that states the answer', () => {
    const endedWorkState = play(rateAction(1), rateAction(0), rateAction(0), rateAction(1))
    expect(pathOf(endedWorkState)).toEqual([0, 1])
    expect(readyOf(endedWorkState)).toBe('solution')
    expect(endedWorkState.currentTarget).toEqual(doneTarget)
    expect(changeWork(endedWorkState, rateAction(1, optionTarget(2, 0)))).toBe(endedWorkState)
  })

  it('stops at a step without a choice, and continues with the later choices once it has one', () => {
    const open = play(...twoSteps, rateAction(1, optionTarget(0, 1)))
    // An option that was the only positive one was never chosen among several.
    expect(pathOf(open)).toEqual([])
    const secondState = changeWork(open, chooseAction(0, 1))
    expect(pathOf(secondState)).toEqual([1, 0])
    const none = [rateAction(0, optionTarget(0, 0)), rateAction(0, optionTarget(0, 1))].reduce(
      changeWork,
      secondState,
    )
    expect(pathOf(none)).toEqual([])
    expect(none.currentTarget).toEqual(writing(0))
    expect(pathOf(changeWork(none, writeAction(0, 'Mine.')))).toEqual(['human', 0])
  })

  it('can’t be submitted as found_error, or as solution while it is incomplete, but as give_up', () => {
    const { content, shape } = play(...twoSteps)
    expect(findFinishProblem('solution', null, content, shape)).toMatch(/path is not complete/)
    expect(findFinishProblem('found_error', null, content, shape)).toMatch(/No step/)
    expect(findFinishProblem('give_up', 'No idea.', content, shape)).toBe(null)
    expect(findFinishProblem('give_up', ' ', content, shape)).toMatch(/reason/)
  })

  it('is continued by a human option at a step without options', () => {
    const bare = startWork({ ...choiceShape, optionCounts: {}, stepCount: 1 }, null)
    expect(bare.currentTarget).toEqual(writing(0))
    expect(readyOf(changeWork(bare, writeAction(0, 'Mine.')))).toBe('solution')
  })
})

describe('undo', () => {
  it('undoes ratings, choices and human options', () => {
    const state = play(
      rateAction(1),
      rateAction(1),
      chooseAction(0, 1),
      rateAction(0),
      rateAction(0),
      writeAction(1, 'Mine.'),
    )
    expect(pathOf(state)).toEqual([1, 'human'])
    const unwritten = changeWork(state, undoAction)
    expect(unwritten.currentTarget).toEqual(writing(1))
    expect(unwritten.content.humanOptions).toEqual({})
    const unchosen = [undoAction, undoAction, undoAction].reduce(changeWork, unwritten)
    expect(unchosen.currentTarget).toEqual(choice(0))
    expect(countChosen(unchosen.content, unchosen.shape)).toBe(0)
    expect([undoAction, undoAction].reduce(changeWork, unchosen).content).toMatchObject({
      ...emptyContent,
      options: {},
    })
  })
})
