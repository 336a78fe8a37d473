import { describe, expect, it } from 'vitest'
import { emptyContent, findNote } from './content'
import { done, light, note, option, play, rate, step, undo } from './testing/play'
import { changeWork } from './work-state'

describe('notes', () => {
  it('stand beside the step that is lit', () => {
    const state = play({}, rate(1), note('comment', ' Well put. '))
    expect(state.content.notes).toEqual([
      { step: 1, option: null, kind: 'comment', text: 'Well put.' },
    ])
    expect(state.lit).toEqual(step(1))
  })

  it('stand beside an option at the error, and beside the error while its questions are lit', () => {
    const shape = { optionCounts: { 0: 1 }, asksProgress: true }
    const state = play(shape, rate(-1), note('flag', ''), rate(0), note('bad_split', 'Two in one.'))
    expect(state.content.notes).toEqual([
      { step: 0, option: 0, kind: 'flag', text: '' },
      { step: 0, option: null, kind: 'bad_split', text: 'Two in one.' },
    ])
  })

  it('stand beside the last step that was rated when nothing is left to say', () => {
    const state = play({ stepCount: 2 }, rate(1), rate(1), note('flag', ''))
    expect(state.lit).toEqual(done)
    expect(state.content.notes).toMatchObject([{ step: 1, option: null }])
  })

  it('need words, but for a flag', () => {
    const state = play({})
    expect(changeWork(state, note('comment', '  '))).toBe(state)
    expect(changeWork(state, note('bad_split', ''))).toBe(state)
    expect(changeWork(state, note('flag', '')).content.notes).toHaveLength(1)
  })

  it('are one of a kind at a place: new words replace the old, and the same are no change', () => {
    const flagged = play({}, note('flag', ''), note('flag', 'Is this allowed?'))
    expect(flagged.content.notes).toMatchObject([{ text: 'Is this allowed?' }])
    expect(changeWork(flagged, note('flag', 'Is this allowed?'))).toBe(flagged)
    const both = changeWork(flagged, note('comment', 'Odd.'))
    expect(both.content.notes).toHaveLength(2)
    expect(findNote(both.content, { step: 0, option: null, kind: 'comment' })?.text).toBe('Odd.')
  })

  it('are taken away, also by taking their words', () => {
    const state = play({}, note('flag', ''), note('comment', 'Odd.'))
    const [unflagged, empty] = [note('flag', null), note('comment', '')].map((action) =>
      changeWork(state, action),
    )
    expect(unflagged!.content.notes).toMatchObject([{ kind: 'comment' }])
    expect(empty!.content.notes).toMatchObject([{ kind: 'flag' }])
    expect(changeWork(unflagged!, note('flag', null))).toBe(unflagged)
    expect(unflagged!.events.at(-1)).toMatchObject({ kind: 'note', detail: 'flag taken off' })
  })

  it('are taken back by undo, one by one', () => {
    const state = play({}, note('flag', ''), rate(1), note('flag', 'And here.'), undo)
    expect(state.content.notes).toMatchObject([{ step: 0 }])
    expect(state.lit).toEqual(step(1))
    expect([undo, undo].reduce(changeWork, state).content).toEqual(emptyContent)
  })

  it('stand beside options where steps are chosen: the lit one, else the chosen one, else the step', () => {
    const shape = {
      flow: 'step_choice',
      stepCount: 1,
      optionCounts: { 0: 2 },
      endings: {},
    } as const
    const lit = play(shape, rate(0), note('flag', ''))
    expect(lit.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const chosen = play(shape, rate(0), rate(1), note('comment', 'Nice.'))
    expect(chosen.lit).toEqual(done)
    expect(chosen.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const own = play(shape, rate(0), rate(0), note('comment', 'None will do.'))
    expect(own.content.notes).toMatchObject([{ step: 0, option: null }])
  })

  it('stay where they are when something else is lit', () => {
    const shape = { optionCounts: { 1: 1 } }
    const state = play(
      shape,
      rate(1),
      rate(-1),
      note('flag', ''),
      light(step(0)),
      note('flag', 'x'),
    )
    expect(state.content.notes).toMatchObject([
      { step: 1, option: 0 },
      { step: 0, option: null },
    ])
    expect(changeWork(state, light(option(1, 0))).content.notes).toEqual(state.content.notes)
  })
})
