import { useEffect } from 'react'

interface UnloadedStepProps {
  step: number
  isOffline: boolean
  /** Called when the row is rendered: in a long list, when it is on the screen or near it. */
  onVisible: (step: number) => void
}

/** Shown instead of a step whose page is not loaded yet. */
export function UnloadedStep({ step, isOffline, onVisible }: UnloadedStepProps) {
  useEffect(() => onVisible(step), [step, onVisible])
  return (
    <p className="text-ink-3">
      {isOffline ? 'You are offline. This step loads when you reconnect.' : 'Loading this step …'}
    </p>
  )
}
