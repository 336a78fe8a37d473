import { useEffect } from 'react'

interface UnloadedStepProps {
  step: number
  isOffline: boolean
  /** It is on the screen, or near. */
  onVisible: (step: number) => void
}

/** In the place of a step whose page is not on this device yet. */
export function UnloadedStep({ step, isOffline, onVisible }: UnloadedStepProps) {
  useEffect(() => onVisible(step), [step, onVisible])
  return (
    <p className="text-ink-3">
      {isOffline ? 'You are offline. This step loads when you reconnect.' : 'Loading this step …'}
    </p>
  )
}
