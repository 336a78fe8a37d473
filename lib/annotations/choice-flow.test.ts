import { describe, expect, it } from 'vitest'
import { countChosen, emptyContent, listRatings, readChoice } from './content'
import { findFinishProblem, findReadyReason } from './finish'
import {
  choiceShape,
  choose,
  done,
  option,
  play as playAny,
  rate,
  undo,
  write,
} from './testing/play'
import { changeWork, startWork, type WorkAction, type WorkState } from './work-state'

const play = (...actions: WorkAction[]) => playAny({ flow: 'step_choice' }, ...actions)
const pathOf = ({ content, shape }: WorkState) =>
  listRatings(content, shape).map((_, index) => readChoice(content, shape, index))
const readyOf = ({ content, shape }: WorkState) => findReadyReason(content, shape)
const choice = (stepIndex: number) => ({ kind: 'choice', step: stepIndex }) as const
const writing = (stepIndex: number) => ({ kind: 'write', step: stepIndex }) as const

describe('choosing a step’s option', () => {
  it('chooses the only positive option once every option of the step is rated', () => {
    const first = play(rate(1))
    expect(first.currentTarget).toEqual(option(0, 1))
    expect(pathOf(first)).toEqual([])
    const both = changeWork(first, rate(-1))
    expect(pathOf(both)).toEqual([0])
    expect(listRatings(both.content, both.shape)).toEqual([1])
    expect(both.currentTarget).toEqual(option(1, 0))
  })

  it('asks the annotator to choose if several options are positive', () => {
    const state = play(rate(1), rate(1))
    expect(state.currentTarget).toEqual(choice(0))
    expect(pathOf(state)).toEqual([])
    const selectedState = changeWork(state, choose(0, 1))
    expect(pathOf(selectedState)).toEqual([1])
    expect(selectedState.currentTarget).toEqual(option(1, 0))
    expect(pathOf(changeWork(selectedState, choose(0, 0)))).toEqual([0])
  })

  it('refuses to choose an option that is not positive, or is at a later step', () => {
    const state = play(rate(0), rate(1))
    expect(changeWork(state, choose(0, 0))).toBe(state)
    const several = play(rate(1), rate(1))
    for (const refusedWorkAction of [choose(0, 2), choose(1, 0), write(0, 'Mine.')])
      expect(changeWork(several, refusedWorkAction)).toBe(several)
  })

  it('asks for a human option if none is positive', () => {
    const state = play(rate(0), rate(-1))
    expect(state.currentTarget).toEqual(writing(0))
    expect(changeWork(state, write(0, '  '))).toBe(state)
    const writtenWorkState = changeWork(state, write(0, 'So $x = 1$.'))
    expect(pathOf(writtenWorkState)).toEqual(['human'])
    expect(listRatings(writtenWorkState.content, writtenWorkState.shape)).toEqual([1])
    expect(writtenWorkState.currentTarget).toEqual(option(1, 0))
  })

  it('keeps the text of a human option while another option is positive', () => {
    const state = play(rate(0), rate(-1), write(0, 'Mine.'), rate(1, option(0, 0)))
    expect(pathOf(state)).toEqual([0])
    expect(pathOf(changeWork(state, rate(0, option(0, 0))))).toEqual(['human'])
  })

  it('restores a choice when its option becomes positive again', () => {
    const state = play(rate(1), rate(1), choose(0, 1), rate(0, option(0, 1)))
    expect(pathOf(state)).toEqual([0])
    expect(pathOf(changeWork(state, rate(1, option(0, 1))))).toEqual([1])
  })
})

describe('the path of chosen options', () => {
  const twoSteps = [rate(1), rate(0), rate(1), rate(0)]

  it('is complete at the last step', () => {
    const two = play(...twoSteps)
    expect(readyOf(two)).toBe(null)
    const whole = [rate(-1), rate(1)].reduce(changeWork, two)
    expect(pathOf(whole)).toEqual([0, 0, 1])
    expect(readyOf(whole)).toBe('solution')
    expect(whole.currentTarget).toEqual(done)
  })

  it('ends at an option that states the answer', () => {
    const endedWorkState = play(rate(1), rate(0), rate(0), rate(1))
    expect(pathOf(endedWorkState)).toEqual([0, 1])
    expect(readyOf(endedWorkState)).toBe('solution')
    expect(endedWorkState.currentTarget).toEqual(done)
    expect(changeWork(endedWorkState, rate(1, option(2, 0)))).toBe(endedWorkState)
  })

  it('stops at a step without a choice, and continues with the later choices once it has one', () => {
    const open = play(...twoSteps, rate(1, option(0, 1)))
    // An option that was the only positive one was never chosen among several.
    expect(pathOf(open)).toEqual([])
    const secondState = changeWork(open, choose(0, 1))
    expect(pathOf(secondState)).toEqual([1, 0])
    const none = [rate(0, option(0, 0)), rate(0, option(0, 1))].reduce(changeWork, secondState)
    expect(pathOf(none)).toEqual([])
    expect(none.currentTarget).toEqual(writing(0))
    expect(pathOf(changeWork(none, write(0, 'Mine.')))).toEqual(['human', 0])
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
    expect(readyOf(changeWork(bare, write(0, 'Mine.')))).toBe('solution')
  })
})

describe('undo', () => {
  it('undoes ratings, choices and human options', () => {
    const state = play(rate(1), rate(1), choose(0, 1), rate(0), rate(0), write(1, 'Mine.'))
    expect(pathOf(state)).toEqual([1, 'human'])
    const unwritten = changeWork(state, undo)
    expect(unwritten.currentTarget).toEqual(writing(1))
    expect(unwritten.content.humanOptions).toEqual({})
    const unchosen = [undo, undo, undo].reduce(changeWork, unwritten)
    expect(unchosen.currentTarget).toEqual(choice(0))
    expect(countChosen(unchosen.content, unchosen.shape)).toBe(0)
    expect([undo, undo].reduce(changeWork, unchosen).content).toMatchObject({
      ...emptyContent,
      options: {},
    })
  })
})
