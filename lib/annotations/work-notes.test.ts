import { describe, expect, it } from 'vitest'
import { emptyContent, findNote } from './content'
import {
  doneTarget,
  selectAction,
  noteAction,
  optionTarget,
  applyActions,
  rateAction,
  stepTarget,
  undoAction,
} from './testing/work-actions'
import { changeWork } from './work-state'

describe('notes', () => {
  it('belong to the current step', () => {
    const state = applyActions({}, rateAction(1), noteAction('comment', ' Well put. '))
    expect(state.content.notes).toEqual([
      { step: 1, option: null, kind: 'comment', text: 'Well put.' },
    ])
    expect(state.currentTarget).toEqual(stepTarget(1))
  })

  it('belong to the current option, or to the step with the error while a question about it is current', () => {
    const shape = { optionCounts: { 0: 1 }, asksProgress: true }
    const state = applyActions(
      shape,
      rateAction(-1),
      noteAction('flag', ''),
      rateAction(0),
      noteAction('bad_split', 'Two in one.'),
    )
    expect(state.content.notes).toEqual([
      { step: 0, option: 0, kind: 'flag', text: '' },
      { step: 0, option: null, kind: 'bad_split', text: 'Two in one.' },
    ])
  })

  it('belong to the last rated step when everything is rated', () => {
    const state = applyActions(
      { stepCount: 2 },
      rateAction(1),
      rateAction(1),
      noteAction('flag', ''),
    )
    expect(state.currentTarget).toEqual(doneTarget)
    expect(state.content.notes).toMatchObject([{ step: 1, option: null }])
  })

  it('need a text, except flags', () => {
    const state = applyActions({})
    expect(changeWork(state, noteAction('comment', '  '))).toBe(state)
    expect(changeWork(state, noteAction('bad_split', ''))).toBe(state)
    expect(changeWork(state, noteAction('flag', '')).content.notes).toHaveLength(1)
  })

  it('are limited to one per kind at a step or option, and a new text replaces the old one', () => {
    const flagged = applyActions({}, noteAction('flag', ''), noteAction('flag', 'Is this allowed?'))
    expect(flagged.content.notes).toMatchObject([{ text: 'Is this allowed?' }])
    expect(changeWork(flagged, noteAction('flag', 'Is this allowed?'))).toBe(flagged)
    const both = changeWork(flagged, noteAction('comment', 'Odd.'))
    expect(both.content.notes).toHaveLength(2)
    expect(findNote(both.content, { step: 0, option: null, kind: 'comment' })?.text).toBe('Odd.')
  })

  it('are removed, even by an empty text', () => {
    const state = applyActions({}, noteAction('flag', ''), noteAction('comment', 'Odd.'))
    const [unflagged, empty] = [noteAction('flag', null), noteAction('comment', '')].map((action) =>
      changeWork(state, action),
    )
    expect(unflagged!.content.notes).toMatchObject([{ kind: 'comment' }])
    expect(empty!.content.notes).toMatchObject([{ kind: 'flag' }])
    expect(changeWork(unflagged!, noteAction('flag', null))).toBe(unflagged)
    expect(unflagged!.events.at(-1)).toMatchObject({ kind: 'note', detail: 'flag removed' })
  })

  it('are undone one by one', () => {
    const state = applyActions(
      {},
      noteAction('flag', ''),
      rateAction(1),
      noteAction('flag', 'And here.'),
      undoAction,
    )
    expect(state.content.notes).toMatchObject([{ step: 0 }])
    expect(state.currentTarget).toEqual(stepTarget(1))
    expect([undoAction, undoAction].reduce(changeWork, state).content).toEqual(emptyContent)
  })

  it('belong to the current option, the chosen one or the step in the step-choice flow', () => {
    const shape = {
      flow: 'step_choice',
      stepCount: 1,
      optionCounts: { 0: 2 },
      endings: {},
    } as const
    const currentTarget = applyActions(shape, rateAction(0), noteAction('flag', ''))
    expect(currentTarget.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const selectedState = applyActions(
      shape,
      rateAction(0),
      rateAction(1),
      noteAction('comment', 'Nice.'),
    )
    expect(selectedState.currentTarget).toEqual(doneTarget)
    expect(selectedState.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const own = applyActions(
      shape,
      rateAction(0),
      rateAction(0),
      noteAction('comment', 'None will do.'),
    )
    expect(own.content.notes).toMatchObject([{ step: 0, option: null }])
  })

  it('stay on their step or option when another is selected', () => {
    const shape = { optionCounts: { 1: 1 } }
    const state = applyActions(
      shape,
      rateAction(1),
      rateAction(-1),
      noteAction('flag', ''),
      selectAction(stepTarget(0)),
      noteAction('flag', 'x'),
    )
    expect(state.content.notes).toMatchObject([
      { step: 1, option: 0 },
      { step: 0, option: null },
    ])
    expect(changeWork(state, selectAction(optionTarget(1, 0))).content.notes).toEqual(
      state.content.notes,
    )
  })
})
