import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserOutbox, pageTools } from '@/lib/client/browser-outbox'
import { createWorkCalls } from '@/lib/client/call-work'
import { WorkKeeper } from '@/lib/client/keep-work'
import { AnnotationWork } from '@/lib/client/annotation-work'
import { OpenPage } from '@/lib/client/open-page'
import { watchPerson } from '@/lib/client/watch-person'
import type { WorkView } from '@/lib/client/work-view'

const renewEveryMs = 60_000
/** A lease is renewed for who reads for a while without touching anything, not for a page that was left open. */
const usedWithinMs = 5 * 60_000
const checkAgainEveryMs = 20_000
const noteInputEveryMs = 1_000

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'scroll'] as const

/** Opens the work of a project for as long as the screen is there. */
export function useAnnotationWork(project: string, userId: string, doneToday: number) {
  const [annotation, setAnnotation] = useState<AnnotationWork | null>(null)
  useEffect(() => {
    const owner = { user: userId, project }
    const page = new OpenPage(owner, pageTools)
    const keeper = new WorkKeeper(browserOutbox, owner, page)
    const opened = new AnnotationWork(createWorkCalls(project), keeper, page, doneToday)
    setAnnotation(opened)
    opened.open()
    const endAttending = attend(opened, userId)
    return () => {
      endAttending()
      opened.close()
    }
    // What was done by now is where the count starts; later counts come with each submission.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [project, userId])
  const view = useSyncExternalStore<WorkView | null>(
    annotation?.subscribe ?? subscribeToNothing,
    () => annotation?.getView() ?? null,
    () => null,
  )
  return { annotation, view }
}

const subscribeToNothing = () => () => {}

/** Time at work, leases, and what happens as the page comes and goes. */
function attend(annotation: AnnotationWork, userId: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let lastInput = performance.now()

  function noteInput() {
    const now = performance.now()
    if (now - lastInput < noteInputEveryMs && annotation.activeTime.isRunning(now)) return
    lastInput = now
    annotation.activeTime.noteInput(now)
  }

  for (const name of inputs)
    addEventListener(name, noteInput, { signal, passive: true, capture: true })
  addEventListener('online', annotation.tryNow, { signal })
  addEventListener('focus', annotation.tryAfterSignIn, { signal })
  addEventListener('pagehide', annotation.releaseAhead, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) annotation.activeTime.stop(performance.now())
      else {
        noteInput()
        annotation.tryAfterSignIn()
        void annotation.checkAgain()
      }
    },
    { signal },
  )
  const endWatching = watchPerson((user) => {
    if (user === userId) annotation.tryAfterSignIn()
    else {
      // Not this person's page any more.
      browserOutbox.discardUnwritten()
      location.reload()
    }
  })
  const renewing = setInterval(() => {
    const isUsed = !document.hidden && performance.now() - lastInput < usedWithinMs
    if (isUsed) void annotation.renew()
  }, renewEveryMs)
  const checking = setInterval(() => {
    if (!document.hidden) void annotation.checkAgain()
  }, checkAgainEveryMs)
  return () => {
    ending.abort()
    endWatching()
    clearInterval(renewing)
    clearInterval(checking)
  }
}
