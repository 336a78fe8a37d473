import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LabellingScreenError } from '@/lib/client/labelling-screen-view'
import { createLabellingSession, toLabellingScreenView } from '@/lib/client/labelling-session'
import { SaveStatus } from './save-status'

function renderError(kind: LabellingScreenError['kind'] | null, storedFinishes = 0): string {
  const error = kind && { kind, message: 'Why.', at: new Date(0) }
  const state = { ...createLabellingSession('page', 0), error, storedFinishes }
  const view = toLabellingScreenView(state)
  const markup = renderToStaticMarkup(<SaveStatus view={view} unsavedInput={null} />)
  return markup.replaceAll(/<[^>]*>/g, '')
}

test('the save status after an error says whether the solution on the screen is saved', () => {
  expect(renderError('conflict')).toBe('Not saved')
  expect(renderError('lease_lost')).toBe('Lease lost')
  for (const kind of ['signed_out', 'paused', 'refused'] as const)
    expect(renderError(kind)).toBe('Saved on this device')
  // These don't prevent saving.
  for (const kind of [
    'finish_refused',
    'finish_returned',
    'reopen_refused',
    'reopen_unsent',
    'outdated',
  ] as const)
    expect(renderError(kind)).toBe('Saved')
})

test('the save status says if finished solutions stay on this device until a sign-in, the end of a pause or a reload', () => {
  for (const kind of ['finish_refused', null] as const)
    expect(renderError(kind, 1)).toBe('Saved on this device')
})
