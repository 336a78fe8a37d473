import { useEffect, useState } from 'react'
import { useControllerView } from '@/components/annotations/use-controller-view'
import { AnnotationController } from '@/lib/client/annotation-controller'
import { browserOutbox, tabCoordinationApis } from '@/lib/client/browser-outbox'
import { DraftStore } from '@/lib/client/draft-store'
import { createLabellingScreenCalls } from '@/lib/client/labelling-screen-calls'
import { PagePresence } from '@/lib/client/page-presence'
import { watchSignedInUser } from '@/lib/client/watch-signed-in-user'

const renewIntervalMs = 60_000
/** Without input for this long, leases are not renewed. */
const maxIdleForRenewalMs = 5 * 60_000
const workCheckIntervalMs = 20_000
const recordInputIntervalMs = 1_000

const inputEventNames = [
  'keydown',
  'pointerdown',
  'pointermove',
  'wheel',
  'touchstart',
  'scroll',
] as const

/** Creates the controller when the screen is mounted, and closes it on unmount. */
export function useAnnotationController(project: string, userId: string, doneToday: number) {
  const [controller, setController] = useState<AnnotationController | null>(null)
  useEffect(() => {
    const owner = { user: userId, project }
    const presence = new PagePresence(owner, tabCoordinationApis)
    const drafts = new DraftStore(browserOutbox, owner, presence)
    const newController = new AnnotationController(
      createLabellingScreenCalls(project),
      drafts,
      presence,
      doneToday,
    )
    setController(newController)
    newController.open()
    const stopTracking = trackActivity(newController, userId)
    return () => {
      stopTracking()
      newController.close()
    }
    // `doneToday` is only the initial count.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [project, userId])
  return { controller, view: useControllerView(controller) }
}

/** Tracks active time, renews leases and reacts to page visibility. */
function trackActivity(controller: AnnotationController, userId: string): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  let lastInput = performance.now()

  function recordInput() {
    const now = performance.now()
    if (now - lastInput < recordInputIntervalMs && controller.activeTime.isRunning(now)) return
    lastInput = now
    controller.activeTime.recordInput(now)
  }

  for (const name of inputEventNames)
    addEventListener(name, recordInput, { signal, passive: true, capture: true })
  addEventListener('online', controller.retryNow, { signal })
  addEventListener('focus', controller.resumeAfterSignIn, { signal })
  addEventListener('pagehide', controller.releasePrefetched, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) controller.activeTime.stop(performance.now())
      else {
        recordInput()
        controller.resumeAfterSignIn()
        void controller.checkForWork()
      }
    },
    { signal },
  )
  const stopWatching = watchSignedInUser((user) => {
    if (user === userId) controller.resumeAfterSignIn()
    else {
      // The page belongs to another user now.
      browserOutbox.discardUnwritten()
      location.reload()
    }
  })
  const renewTimer = setInterval(() => {
    const isInUse = !document.hidden && performance.now() - lastInput < maxIdleForRenewalMs
    if (isInUse) void controller.renew()
  }, renewIntervalMs)
  const checkTimer = setInterval(() => {
    if (!document.hidden) void controller.checkForWork()
  }, workCheckIntervalMs)
  return () => {
    abortController.abort()
    stopWatching()
    clearInterval(renewTimer)
    clearInterval(checkTimer)
  }
}
