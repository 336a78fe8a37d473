import { useEffect, useState } from 'react'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import { formatActiveTime } from '@/lib/client/time-work'

/** Time at work on this solution. Draws itself each second, and nothing else with it. */
export function ActiveTimeView({ annotation }: { annotation: AnnotationWork }) {
  const [shown, setShown] = useState('0:00')
  useEffect(() => {
    const show = () => setShown(formatActiveTime(annotation.activeTime.read(performance.now())))
    show()
    const ticking = setInterval(show, 1_000)
    return () => clearInterval(ticking)
  }, [annotation])
  return (
    <span role="timer" aria-label="Active time">
      {shown}
    </span>
  )
}
