import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { StepReveal, LeasedWork } from '@/lib/client/labelling-screen-calls'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { createPracticeController } from '@/lib/client/practice-controller'
import type { LabellingScreenView } from '@/lib/client/labelling-screen-view'
import type { PracticeAnswer } from '@/lib/annotations/practice'
import type { Rating } from '@/lib/formats/record'

/** Creates the controller of a practice solution while it is mounted. */
export function usePracticeController(
  work: LeasedWork,
  calls: {
    reveal: (ratings: readonly Rating[]) => Promise<StepReveal>
    onAnswer: (answer: PracticeAnswer) => void
  },
) {
  const [controller, setController] = useState<AnnotationController | null>(null)
  const latestCalls = useRef(calls)
  useEffect(() => {
    latestCalls.current = calls
  })
  useEffect(() => {
    const openedAnnotationController = createPracticeController(work, {
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
  const view = useSyncExternalStore<LabellingScreenView | null>(
    controller?.subscribe ?? subscribeToNothing,
    () => controller?.getView() ?? null,
    () => null,
  )
  return { controller, view }
}

const subscribeToNothing = () => () => {}
