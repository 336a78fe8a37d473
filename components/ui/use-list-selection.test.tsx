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
