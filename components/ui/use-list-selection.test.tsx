import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useListSelection } from './use-list-selection'

type ListSelection = ReturnType<typeof useListSelection<string, 'form'>>

/** Runs each step on a list of the given rows and returns the state after the last one. */
function runSteps(steps: readonly { rows: string[]; act?: (selection: ListSelection) => void }[]) {
  function Probe() {
    const [position, setPosition] = useState(0)
    const { rows, act } = steps[position]!
    const selection = useListSelection<string, 'form'>(rows, (row) => row)
    // React renders again at once after an update of state while rendering.
    if (position + 1 < steps.length) {
      act?.(selection)
      setPosition(position + 1)
    }
    return `${selection.current}: ${selection.panel}`
  }
  return renderToStaticMarkup(<Probe />)
}

test('a panel closes when its row leaves the list, and can be opened for the first row', () => {
  const open = {
    rows: ['a', 'b'],
    act: (selection: ListSelection) => selection.select('b', 'form'),
  }
  expect(runSteps([open, { rows: ['a', 'b'] }])).toBe('b: form')
  expect(runSteps([open, { rows: ['a'] }])).toBe('a: null')
  const reopen = { rows: ['a'], act: (selection: ListSelection) => selection.setPanel('form') }
  expect(runSteps([open, reopen, { rows: ['a'] }])).toBe('a: form')
})

test('a panel of the first row stays with that row when another one comes before it', () => {
  const open = { rows: ['b'], act: (selection: ListSelection) => selection.setPanel('form') }
  expect(runSteps([open, { rows: ['a', 'b'] }])).toBe('b: form')
})

const abc = ['a', 'b', 'c']

/** Keeps the selection of a render, as an action does until its reply arrives. */
function makeDelayedSelection() {
  let rendered: ListSelection | undefined
  return {
    keep: { rows: abc, act: (selection: ListSelection) => void (rendered = selection) },
    reply: { rows: abc, act: () => rendered?.selectAfterReply('b', new Set(['a'])) },
  }
}

test('after a reply, the row after the removed one is selected and the panel is closed', () => {
  const { keep, reply } = makeDelayedSelection()
  const open = { rows: abc, act: (selection: ListSelection) => selection.select('a', 'form') }
  expect(runSteps([keep, reply, { rows: ['b', 'c'] }])).toBe('b: null')
  expect(runSteps([open, keep, reply, { rows: ['b', 'c'] }])).toBe('b: null')
  expect(runSteps([keep, open, reply, { rows: ['b', 'c'] }])).toBe('b: null')
})

test('a late reply does not move the user from the row or form that they have opened since', () => {
  const { keep, reply } = makeDelayedSelection()
  const open = { rows: abc, act: (selection: ListSelection) => selection.select('c', 'form') }
  expect(runSteps([keep, open, reply, { rows: ['b', 'c'] }])).toBe('c: form')
})
