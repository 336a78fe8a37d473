import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Work } from '@/lib/client/work-calls'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { openPractice } from '@/lib/client/practice-controller'
import type { WorkView } from '@/lib/client/work-view'
import type { PracticeAnswer } from '@/lib/annotations/practice'

/** Creates the controller of a practice solution while it is mounted. */
export function usePracticeController(work: Work, onAnswer: (answer: PracticeAnswer) => void) {
  const [controller, setController] = useState<AnnotationController | null>(null)
  const latestOnAnswer = useRef(onAnswer)
  useEffect(() => {
    latestOnAnswer.current = onAnswer
  })
  useEffect(() => {
    const openedAnnotationController = openPractice(work, (answer) =>
      latestOnAnswer.current(answer),
    )
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
