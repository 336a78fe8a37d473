import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { toLabellingScreenView } from '@/lib/client/labelling-session'
import { openSession } from '@/lib/client/testing/session-driver'
import { AnnotationErrorNotice } from './annotation-error-notice'

const controller = {} as AnnotationController

function renderReturnedNotice(isOnScreen: boolean): string {
  const session = openSession()
  const { solution } = session.annotation!.work
  session.apply({
    type: 'finish_returned',
    idempotencyKey: 'key',
    solution: isOnScreen ? solution : 'another solution',
    step: 3,
  })
  const view = toLabellingScreenView(session.state)
  const markup = renderToStaticMarkup(<AnnotationErrorNotice controller={controller} view={view} />)
  return markup.replaceAll(/<[^>]*>/g, '').replace('Dismiss', '')
}

test('a returned submission says whether its solution is on the screen', () => {
  expect(renderReturnedNotice(true)).toBe(
    'This solution is not submitted yet: its step 4 has other options. Rate them and submit again. Your other answers are kept.',
  )
  expect(renderReturnedNotice(false)).toBe(
    'Your last solution is not submitted yet: its step 4 has other options. When it is back on screen, rate them and submit again. Your other answers are kept.',
  )
})
