import { useEffect, useState } from 'react'
import { formatActiveTime } from '@/lib/client/active-timer'
import type { AnnotationController } from '@/lib/client/annotation-controller'

/** Active time on this solution, updated every second. */
export function ActiveTime({ controller }: { controller: AnnotationController }) {
  const [text, setText] = useState('0:00')
  useEffect(() => {
    const show = () => setText(formatActiveTime(controller.activeTime.read(performance.now())))
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
