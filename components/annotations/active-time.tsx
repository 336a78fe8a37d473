import { useEffect, useState } from 'react'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { formatElapsedTime } from '@/lib/platform/format'

/** Active time on this solution, updated every second. */
export function ActiveTime({ controller }: { controller: AnnotationController }) {
  const [text, setText] = useState('0:00')
  useEffect(() => {
    const show = () => setText(formatElapsedTime(controller.activeTime.read(performance.now())))
    show()
    const ticking = setInterval(show, 1_000)
    return () => clearInterval(ticking)
  }, [controller])
  return (
    <span role="timer" aria-label="Active time">
      {text}
    </span>
  )
}
