import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Work } from '@/lib/client/call-work'
import type { LabellingWork } from '@/lib/client/labelling-work'
import { openPracticeWork } from '@/lib/client/practice-work'
import type { WorkView } from '@/lib/client/work-view'
import type { PracticeAnswer } from '@/lib/labelling/practice'

/** Opens one practice solution for as long as it is on screen. */
export function usePracticeWork(work: Work, onAnswered: (answer: PracticeAnswer) => void) {
  const [labelling, setLabelling] = useState<LabellingWork | null>(null)
  const answered = useRef(onAnswered)
  useEffect(() => {
    answered.current = onAnswered
  })
  useEffect(() => {
    const opened = openPracticeWork(work, (answer) => answered.current(answer))
    setLabelling(opened)
    opened.open()
    const noteInput = () => opened.activeTime.noteInput(performance.now())
    addEventListener('keydown', noteInput)
    return () => {
      removeEventListener('keydown', noteInput)
      opened.close()
    }
  }, [work])
  const view = useSyncExternalStore<WorkView | null>(
    labelling?.subscribe ?? subscribeToNothing,
    () => labelling?.getView() ?? null,
    () => null,
  )
  return { labelling, view }
}

const subscribeToNothing = () => () => {}
