import { prerender } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import { createLabellingSession, toLabellingScreenView } from '@/lib/client/labelling-session'
import { makeLeasedWork } from '@/lib/client/testing/make-leased-work'
import { AnnotationWorkspace } from './annotation-workspace'

vi.mock('./step-choice-flow-steps', () => {
  throw new Error('This file is gone.')
})

vi.mock('./solution-steps-with-questions', () => {
  throw new Error('This file is gone.')
})

test.each([
  { name: 'of the step-choice flow', settings: { flow: 'step_choice' } },
  { name: 'with questions about the first error', settings: { asksProgress: true } },
] as const)(
  'the labelling page $name offers a reload if part of its code does not load',
  async ({ settings }) => {
    const work = makeLeasedWork('a', settings)
    const view = toLabellingScreenView(createLabellingSession('page', 0))
    const props = { view, work } as React.ComponentProps<typeof AnnotationWorkspace>
    const { prelude } = await prerender(<AnnotationWorkspace {...props} />)
    const markup = await new Response(prelude).text()
    expect(markup).toContain('The solution could not be displayed.')
    expect(markup).toContain('Reload')
  },
)
