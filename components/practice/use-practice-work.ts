import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Work } from '@/lib/client/call-work'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import { openPracticeWork } from '@/lib/client/practice-work'
import type { WorkView } from '@/lib/client/work-view'
import type { PracticeAnswer } from '@/lib/annotations/practice'

/** Opens one practice solution for as long as it is on screen. */
export function usePracticeWork(work: Work, onAnswered: (answer: PracticeAnswer) => void) {
  const [annotation, setAnnotation] = useState<AnnotationWork | null>(null)
  const answered = useRef(onAnswered)
  useEffect(() => {
    answered.current = onAnswered
  })
  useEffect(() => {
    const opened = openPracticeWork(work, (answer) => answered.current(answer))
    setAnnotation(opened)
    opened.open()
    const noteInput = () => opened.activeTime.noteInput(performance.now())
    addEventListener('keydown', noteInput)
    return () => {
      removeEventListener('keydown', noteInput)
      opened.close()
    }
  }, [work])
  const view = useSyncExternalStore<WorkView | null>(
    annotation?.subscribe ?? subscribeToNothing,
    () => annotation?.getView() ?? null,
    () => null,
  )
  return { annotation, view }
}

const subscribeToNothing = () => () => {}
