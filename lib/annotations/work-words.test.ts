import { describe, expect, it } from 'vitest'
import { explain, play, progress, rate } from './testing/play'
import { nameFinish, nameOption, nameProgress, nameSubmit } from './work-words'

describe('words', () => {
  it('name options, progress and outcome', () => {
    expect([nameOption(5, 2), nameOption(0, 26)]).toEqual(['6c', '1aa'])
    expect(nameProgress(play({ stepCount: 1_000 }, rate(1)))).toBe('Step 2 of 1,000')
    expect(nameProgress(play({ stepCount: 1 }, rate(1)))).toBe('Step 1 of 1')
    const error = play({}, rate(1), rate(-1))
    expect(nameFinish(error, 'found_error')).toBe('Submitted, first error at step 2')
    expect(nameFinish(error, 'solution')).toBe('Submitted, no error found')
    expect(nameFinish(error, 'give_up')).toBe('Given up')
    expect(nameFinish(error, 'bad_problem')).toBe('Reported as a bad problem')
    expect(nameFinish(play({ flow: 'step_choice' }), 'solution')).toBe(
      'Submitted, a whole solution',
    )
  })

  it('say on the button what is missing', () => {
    expect(nameSubmit(play({}))).toBe('Submit: first error or all steps')
    expect(nameSubmit(play({ flow: 'step_choice' }, rate(1)))).toBe('Submit: the last step')
    expect(nameSubmit(play({ stepCount: 1 }, rate(0)))).toBe('Submit')
  })

  it('name options one by one, and many by their number', () => {
    const shape = { optionCounts: { 1: 2 } }
    expect(nameSubmit(play(shape, rate(1), rate(-1)))).toBe('Submit: 2a, 2b')
    expect(nameSubmit(play(shape, rate(1), rate(-1), rate(1)))).toBe('Submit: 2b')
    expect(nameSubmit(play(shape, rate(1), rate(-1), rate(1), rate(-1)))).toBe('Submit')
    expect(nameSubmit(play({ optionCounts: { 0: 9 } }, rate(-1)))).toBe('Submit: 9 options at 1')
  })

  it('name the questions at the error that are not answered, but not the kinds of error', () => {
    const asked = { asksExplanation: true, asksProgress: true, errorTags: ['sum'] }
    expect(nameSubmit(play({ ...asked, optionCounts: { 0: 1 } }, rate(-1)))).toBe(
      'Submit: 1a, mistake, progress',
    )
    expect(nameSubmit(play(asked, rate(-1), explain(0)))).toBe('Submit: progress')
    expect(nameSubmit(play(asked, rate(-1), explain(0), progress('none')))).toBe('Submit')
  })
})
