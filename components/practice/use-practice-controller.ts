import { useEffect, useRef, useState } from 'react'
import { useControllerView } from '@/components/annotations/use-controller-view'
import type { PracticeAnswer } from '@/lib/annotations/practice'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { StepReveal, LeasedWork } from '@/lib/client/labelling-screen-calls'
import { createPracticeController } from '@/lib/client/practice-controller'
import type { Rating } from '@/lib/formats/record'

/** Creates the controller of a practice solution, and closes it on unmount. */
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
    const newController = createPracticeController(work, {
      reveal: (ratings) => latestCalls.current.reveal(ratings),
      onAnswer: (answer) => latestCalls.current.onAnswer(answer),
    })
    setController(newController)
    newController.open()
    const recordInput = () => newController.activeTime.recordInput(performance.now())
    addEventListener('keydown', recordInput)
    return () => {
      removeEventListener('keydown', recordInput)
      newController.close()
    }
  }, [work])
  return { controller, view: useControllerView(controller) }
}
