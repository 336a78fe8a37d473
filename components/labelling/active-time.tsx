import { useEffect, useState } from 'react'
import type { LabellingWork } from '@/lib/client/labelling-work'
import { formatActiveTime } from '@/lib/client/time-work'

/** Time at work on this solution. Draws itself each second, and nothing else with it. */
export function ActiveTimeView({ labelling }: { labelling: LabellingWork }) {
  const [shown, setShown] = useState('0:00')
  useEffect(() => {
    const show = () => setShown(formatActiveTime(labelling.activeTime.read(performance.now())))
    show()
    const ticking = setInterval(show, 1_000)
    return () => clearInterval(ticking)
  }, [labelling])
  return (
    <span role="timer" aria-label="Active time">
      {shown}
    </span>
  )
}
