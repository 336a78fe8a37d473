import { useEffect, useState } from 'react'
import { useControllerView } from '@/components/annotations/use-controller-view'
import { AnnotationController } from '@/lib/client/annotation-controller'
import { browserOutbox, browserApis } from '@/lib/client/browser-outbox'
import { DraftStore } from '@/lib/client/draft-store'
import { createLabellingScreenCalls } from '@/lib/client/labelling-screen-calls'
import { PagePresence } from '@/lib/client/page-presence'
import { watchSignedInUser } from '@/lib/client/watch-signed-in-user'

const renewEveryMs = 60_000
/** Leases are renewed this long after the last input. */
const usedWithinMs = 5 * 60_000
const checkAgainEveryMs = 20_000
const noteInputEveryMs = 1_000

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'scroll'] as const

/** Creates the controller while the screen is mounted. */
export function useAnnotationController(project: string, userId: string, doneToday: number) {
  const [controller, setController] = useState<AnnotationController | null>(null)
  useEffect(() => {
    const owner = { user: userId, project }
    const presence = new PagePresence(owner, browserApis)
    const drafts = new DraftStore(browserOutbox, owner, presence)
    const openedAnnotationController = new AnnotationController(
      createLabellingScreenCalls(project),
      drafts,
      presence,
      doneToday,
    )
    setController(openedAnnotationController)
    openedAnnotationController.open()
    const stopTracking = trackActivity(openedAnnotationController, userId)
    return () => {
      stopTracking()
      openedAnnotationController.close()
    }
    // `doneToday` is only the initial count.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [project, userId])
  return { controller, view: useControllerView(controller) }
}

/** Tracks active time, renews leases and reacts to page visibility. */
function trackActivity(controller: AnnotationController, userId: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let lastInput = performance.now()

  function noteInput() {
    const now = performance.now()
    if (now - lastInput < noteInputEveryMs && controller.activeTime.isRunning(now)) return
    lastInput = now
    controller.activeTime.recordInput(now)
  }

  for (const name of inputs)
    addEventListener(name, noteInput, { signal, passive: true, capture: true })
  addEventListener('online', controller.retryNow, { signal })
  addEventListener('focus', controller.resumeAfterSignIn, { signal })
  addEventListener('pagehide', controller.releasePrefetched, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) controller.activeTime.stop(performance.now())
      else {
        noteInput()
        controller.resumeAfterSignIn()
        void controller.checkAgain()
      }
    },
    { signal },
  )
  const endWatching = watchSignedInUser((user) => {
    if (user === userId) controller.resumeAfterSignIn()
    else {
      // The page belongs to another user now.
      browserOutbox.discardUnwritten()
      location.reload()
    }
  })
  const renewing = setInterval(() => {
    const isUsed = !document.hidden && performance.now() - lastInput < usedWithinMs
    if (isUsed) void controller.renew()
  }, renewEveryMs)
  const checking = setInterval(() => {
    if (!document.hidden) void controller.checkAgain()
  }, checkAgainEveryMs)
  return () => {
    ending.abort()
    endWatching()
    clearInterval(renewing)
    clearInterval(checking)
  }
}
