import { useEffect, useState } from 'react'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { formatElapsedTime } from '@/lib/platform/format'

/** Active time on this solution, updated every second. */
export function ActiveTime({ controller }: { controller: AnnotationController }) {
  const [text, setText] = useState('0:00')
  useEffect(() => {
    const updateText = () =>
      setText(formatElapsedTime(controller.activeTime.read(performance.now())))
    updateText()
    const timer = setInterval(updateText, 1_000)
    return () => clearInterval(timer)
  }, [controller])
  return (
    <span role="timer" aria-label="Active time">
      {text}
    </span>
  )
}
