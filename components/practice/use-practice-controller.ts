import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Reveal, Work } from '@/lib/client/work-calls'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { openPractice } from '@/lib/client/practice-controller'
import type { WorkView } from '@/lib/client/work-view'
import type { PracticeAnswer } from '@/lib/annotations/practice'
import type { Rating } from '@/lib/formats/record'

/** Creates the controller of a practice solution while it is mounted. */
export function usePracticeController(
  work: Work,
  calls: {
    reveal: (ratings: readonly Rating[]) => Promise<Reveal>
    onAnswer: (answer: PracticeAnswer) => void
  },
) {
  const [controller, setController] = useState<AnnotationController | null>(null)
  const latestCalls = useRef(calls)
  useEffect(() => {
    latestCalls.current = calls
  })
  useEffect(() => {
    const openedAnnotationController = openPractice(work, {
      reveal: (ratings) => latestCalls.current.reveal(ratings),
      onAnswer: (answer) => latestCalls.current.onAnswer(answer),
    })
    setController(openedAnnotationController)
    openedAnnotationController.open()
    const noteInput = () => openedAnnotationController.activeTime.noteInput(performance.now())
    addEventListener('keydown', noteInput)
    return () => {
      removeEventListener('keydown', noteInput)
      openedAnnotationController.close()
    }
  }, [work])
  const view = useSyncExternalStore<WorkView | null>(
    controller?.subscribe ?? subscribeToNothing,
    () => controller?.getView() ?? null,
    () => null,
  )
  return { controller, view }
}

const subscribeToNothing = () => () => {}
