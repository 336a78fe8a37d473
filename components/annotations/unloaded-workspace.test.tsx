import { prerender } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import { createLabellingSession, toLabellingScreenView } from '@/lib/client/labelling-session'
import { makeLeasedWork } from '@/lib/client/testing/make-leased-work'
import { AnnotationWorkspace } from './annotation-workspace'

vi.mock('./step-choice-flow-steps', () => {
  throw new Error('This file is gone.')
})

test('the labelling page of the step-choice flow offers a reload if part of its code does not load', async () => {
  const work = makeLeasedWork('a', { flow: 'step_choice' })
  const view = toLabellingScreenView(createLabellingSession('page', 0))
  const props = { view, work } as React.ComponentProps<typeof AnnotationWorkspace>
  const { prelude } = await prerender(<AnnotationWorkspace {...props} />)
  const markup = await new Response(prelude).text()
  expect(markup).toContain('The solution could not be displayed.')
  expect(markup).toContain('Reload')
})
