import { describe, expect, it } from 'vitest'
import { emptyContent, findNote } from './content'
import { done, select, note, option, play, rate, step, undo } from './testing/play'
import { changeWork } from './work-state'

describe('notes', () => {
  it('belong to the current step', () => {
    const state = play({}, rate(1), note('comment', ' Well put. '))
    expect(state.content.notes).toEqual([
      { step: 1, option: null, kind: 'comment', text: 'Well put.' },
    ])
    expect(state.currentTarget).toEqual(step(1))
  })

  it('belong to the current option, or to the step with the error while a question about it is current', () => {
    const shape = { optionCounts: { 0: 1 }, asksProgress: true }
    const state = play(shape, rate(-1), note('flag', ''), rate(0), note('bad_split', 'Two in one.'))
    expect(state.content.notes).toEqual([
      { step: 0, option: 0, kind: 'flag', text: '' },
      { step: 0, option: null, kind: 'bad_split', text: 'Two in one.' },
    ])
  })

  it('belong to the last rated step when everything is rated', () => {
    const state = play({ stepCount: 2 }, rate(1), rate(1), note('flag', ''))
    expect(state.currentTarget).toEqual(done)
    expect(state.content.notes).toMatchObject([{ step: 1, option: null }])
  })

  it('need a text, except flags', () => {
    const state = play({})
    expect(changeWork(state, note('comment', '  '))).toBe(state)
    expect(changeWork(state, note('bad_split', ''))).toBe(state)
    expect(changeWork(state, note('flag', '')).content.notes).toHaveLength(1)
  })

  it('are limited to one per kind at a step or option, and a new text replaces the old one', () => {
    const flagged = play({}, note('flag', ''), note('flag', 'Is this allowed?'))
    expect(flagged.content.notes).toMatchObject([{ text: 'Is this allowed?' }])
    expect(changeWork(flagged, note('flag', 'Is this allowed?'))).toBe(flagged)
    const both = changeWork(flagged, note('comment', 'Odd.'))
    expect(both.content.notes).toHaveLength(2)
    expect(findNote(both.content, { step: 0, option: null, kind: 'comment' })?.text).toBe('Odd.')
  })

  it('are removed, even by an empty text', () => {
    const state = play({}, note('flag', ''), note('comment', 'Odd.'))
    const [unflagged, empty] = [note('flag', null), note('comment', '')].map((action) =>
      changeWork(state, action),
    )
    expect(unflagged!.content.notes).toMatchObject([{ kind: 'comment' }])
    expect(empty!.content.notes).toMatchObject([{ kind: 'flag' }])
    expect(changeWork(unflagged!, note('flag', null))).toBe(unflagged)
    expect(unflagged!.events.at(-1)).toMatchObject({ kind: 'note', detail: 'flag removed' })
  })

  it('are undone one by one', () => {
    const state = play({}, note('flag', ''), rate(1), note('flag', 'And here.'), undo)
    expect(state.content.notes).toMatchObject([{ step: 0 }])
    expect(state.currentTarget).toEqual(step(1))
    expect([undo, undo].reduce(changeWork, state).content).toEqual(emptyContent)
  })

  it('belong to the current option, the chosen one or the step in the step-choice flow', () => {
    const shape = {
      flow: 'step_choice',
      stepCount: 1,
      optionCounts: { 0: 2 },
      endings: {},
    } as const
    const currentTarget = play(shape, rate(0), note('flag', ''))
    expect(currentTarget.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const selectedState = play(shape, rate(0), rate(1), note('comment', 'Nice.'))
    expect(selectedState.currentTarget).toEqual(done)
    expect(selectedState.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const own = play(shape, rate(0), rate(0), note('comment', 'None will do.'))
    expect(own.content.notes).toMatchObject([{ step: 0, option: null }])
  })

  it('stay on their step or option when another is selected', () => {
    const shape = { optionCounts: { 1: 1 } }
    const state = play(
      shape,
      rate(1),
      rate(-1),
      note('flag', ''),
      select(step(0)),
      note('flag', 'x'),
    )
    expect(state.content.notes).toMatchObject([
      { step: 1, option: 0 },
      { step: 0, option: null },
    ])
    expect(changeWork(state, select(option(1, 0))).content.notes).toEqual(state.content.notes)
  })
})
