import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RatableShape } from '@/lib/annotations/content'
import {
  createStateAfterActions,
  makeExplainAction,
  makeRateAction,
} from '@/lib/annotations/testing/work-actions'
import { createWorkState } from '@/lib/annotations/work-state'
import { openTextEditor } from './testing/open-text-editor'

let storage: Map<string, string>

beforeEach(() => {
  storage = new Map()
  // Object.entries lists what is stored, as in a browser.
  const methods = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    removeItem: (name: string) => storage.delete(name),
  }
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(methods, {
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: (_, name) => ({
        value: storage.get(String(name)),
        enumerable: true,
        configurable: true,
      }),
      get: (target, name) => Reflect.get(target, name) ?? storage.get(String(name)),
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const mistake = { kind: 'explanation', step: 0 } as const
const shape = { asksExplanation: true }
const explained = () =>
  createStateAfterActions(shape, makeRateAction(-1), makeExplainAction('It is off by 2.'))
const candidates = { 0: [{ source: 'The sum is off.' }] }

/** Opens the field of the explanation, replaces its text and closes it. */
function edit({ makeEditor }: ReturnType<typeof openTextEditor>, text: string): void {
  makeEditor().write()
  makeEditor().getField(mistake).change(text)
  makeEditor().getField(mistake).close()
}

test('an edited explanation that was closed before it was saved stops the submission', () => {
  const screen = openTextEditor(explained())
  const { makeEditor } = screen
  edit(screen, 'It is off by 2. So is the next line.')
  expect(makeEditor().hasUnsavedText).toBe(true)
  expect(makeEditor().settleTexts('key')).toBe(false)
  expect(screen.readState().currentTarget).toEqual(mistake)
  expect(makeEditor().getField(mistake)).toMatchObject({
    draft: 'It is off by 2. So is the next line.',
    isOpen: true,
    blocksSubmission: true,
  })
  makeEditor().getField(mistake).save('key')
  expect(screen.readState().content.errors[0]?.explanation).toEqual({
    option: null,
    text: 'It is off by 2. So is the next line.',
  })
  expect(makeEditor().settleTexts('key')).toBe(true)
  expect([...storage]).toEqual([])
})

test('a discarded edit keeps the saved explanation and no longer stops the submission', () => {
  const screen = openTextEditor(explained())
  const { makeEditor } = screen
  edit(screen, 'Never mind.')
  makeEditor().settleTexts('key')
  makeEditor().getField(mistake).discard()
  expect(makeEditor().getField(mistake)).toMatchObject({
    draft: null,
    isOpen: false,
    blocksSubmission: false,
  })
  expect(makeEditor().settleTexts('key')).toBe(true)
  expect(screen.readState().content.errors[0]?.explanation).toMatchObject({
    text: 'It is off by 2.',
  })
})

test('a submission saves the text of the open field', () => {
  const screen = openTextEditor(explained())
  screen.makeEditor().write()
  screen.makeEditor().getField(mistake).change('It is off by 3.')
  expect(screen.makeEditor().settleTexts('pointer')).toBe(true)
  expect(screen.readState().content.errors[0]?.explanation).toMatchObject({
    text: 'It is off by 3.',
  })
})

test('a field that was opened without a change, or emptied, does not stop the submission', () => {
  for (const text of ['It is off by 2. ', ' ']) {
    const screen = openTextEditor(explained())
    edit(screen, text)
    expect(screen.makeEditor().hasUnsavedText).toBe(false)
    expect(screen.makeEditor().getField(mistake).draft).toBe(null)
    expect(screen.makeEditor().settleTexts('key')).toBe(true)
  }
})

test('a typed text stops the submission although an option was chosen later, also after a reload', () => {
  const screen = openTextEditor(createStateAfterActions(shape, makeRateAction(-1)), candidates)
  edit(screen, 'My own words.')
  screen.actions.explain({ option: 0 }, 'key')
  expect(screen.makeEditor().hasUnsavedText).toBe(true)
  const reloaded = openTextEditor(screen.readState(), candidates)
  expect(reloaded.makeEditor().getField(mistake).draft).toBe('My own words.')
  expect(reloaded.makeEditor().settleTexts('key')).toBe(false)
})

test('a saved text that an option replaced stays as a draft, but does not stop the submission', () => {
  const screen = openTextEditor(explained(), candidates)
  screen.actions.explain({ option: 0 }, 'key')
  screen.makeEditor().getField(mistake).keepReplaced('It is off by 2.')
  expect(screen.makeEditor().getField(mistake)).toMatchObject({
    draft: 'It is off by 2.',
    isUnsaved: true,
  })
  expect(screen.makeEditor().settleTexts('key')).toBe(true)
})

test('a text that equals the chosen option is not a draft', () => {
  const screen = openTextEditor(createStateAfterActions(shape, makeRateAction(-1)), candidates)
  edit(screen, 'The sum is off.')
  screen.actions.explain({ option: 0 }, 'key')
  expect(screen.makeEditor().hasUnsavedText).toBe(false)
})

test('a draft is not saved while nothing can be changed', () => {
  const screen = openTextEditor(explained())
  screen.makeEditor().write()
  screen.makeEditor().getField(mistake).change('It is off by 3.')
  screen.block()
  screen.makeEditor().getField(mistake).save('key')
  expect(screen.makeEditor().getField(mistake)).toMatchObject({
    draft: 'It is off by 3.',
    isOpen: true,
  })
})

test('in the step-choice flow, an edited own step that was closed before it was saved stops the submission', () => {
  const choiceShape: RatableShape = {
    flow: 'step_choice',
    stepCount: 2,
    optionCounts: { 0: 1, 1: 1 },
    endings: {},
    revealed: 'all',
    asksExplanation: false,
    asksProgress: false,
    errorTags: [],
  }
  const screen = openTextEditor(createWorkState(choiceShape, null))
  screen.actions.rateCurrent(-1, 'key')
  screen.actions.write(0, 'We add.', 'key')
  screen.actions.select({ kind: 'write', step: 0 }, 'key')
  const ownStep = { kind: 'write', step: 0 } as const
  screen.makeEditor().write()
  screen.makeEditor().getField(ownStep).change('We add 2.')
  screen.makeEditor().getField(ownStep).close()
  screen.actions.rate({ kind: 'option', step: 1, option: 0 }, 1, 'key')
  expect(screen.makeEditor().settleTexts('key')).toBe(false)
  expect(screen.readState().currentTarget).toEqual(ownStep)
  expect(screen.makeEditor().getField(ownStep)).toMatchObject({
    draft: 'We add 2.',
    isOpen: true,
    blocksSubmission: true,
  })
})
