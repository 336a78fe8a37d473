import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { toLabellingScreenView } from '@/lib/client/labelling-session'
import { openSession } from '@/lib/client/testing/session-driver'
import { AnnotationErrorNotice } from './annotation-error-notice'

const controller = {} as AnnotationController

function renderNotice(view: LabellingScreenView): string {
  const markup = renderToStaticMarkup(<AnnotationErrorNotice controller={controller} view={view} />)
  return markup.replaceAll(/<[^>]*>/g, '').replace('Dismiss', '')
}

function renderReturnedNotice(isOnScreen: boolean): string {
  const session = openSession()
  const { solution } = session.annotation!.work
  session.apply({
    type: 'finish_returned',
    idempotencyKey: 'key',
    solution: isOnScreen ? solution : 'another solution',
    step: 3,
  })
  return renderNotice(toLabellingScreenView(session.state))
}

test('a returned submission says whether its solution is on the screen', () => {
  expect(renderReturnedNotice(true)).toBe(
    'This solution is not submitted yet: its step 4 has other options. Rate them and submit again. Your other answers are kept.',
  )
  expect(renderReturnedNotice(false)).toBe(
    'An earlier solution is not submitted yet: its step 4 has other options. When it is back on screen, rate them and submit again. Your other answers are kept.',
  )
})

test('offline, only finished solutions with an error are said to come back', () => {
  const renderOffline = (pendingFinishes: number, unsentErrors: number) => {
    const session = openSession()
    session.apply({ type: 'reachability', isReachable: false })
    session.apply({ type: 'changed', change: { pendingFinishes, unsentErrors } })
    return renderNotice(toLabellingScreenView(session.state))
  }
  expect(renderOffline(1, 0)).not.toMatch(/options|come/)
  expect(renderOffline(1, 1)).toMatch(
    / If the step you rated negative has other options, you get the solution again/,
  )
  expect(renderOffline(2, 1)).toMatch(
    / If a step you rated negative has other options, you get that solution again/,
  )
})
