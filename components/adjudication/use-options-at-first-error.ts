import { useEffect, useEffectEvent, useState } from 'react'
import type { Comparison } from '@/components/reviews/review'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { StepReveal } from '@/lib/client/labelling-screen-calls'
import { Retrier } from '@/lib/client/retrier'
import { loadOptionsAtFirstError } from './adjudication-requests'

/**
 * Loads the options and candidate explanations of a step, and tries again while there is no connection. If `step` is null,
 * loads nothing.
 */
export function useOptionsAtFirstError(
  slug: string,
  { solution, revision }: Pick<Comparison, 'solution' | 'revision'>,
  step: number | null,
  onReveal: (reveal: StepReveal) => void,
) {
  const [isOffline, setOffline] = useState(false)
  const [requestError, setRequestError] = useState<string | null>(null)
  const handleReveal = useEffectEvent(onReveal)
  useEffect(() => {
    if (step === null) return
    const abortController = new AbortController()
    const { signal } = abortController
    const retrier = new Retrier((isReachable) => signal.aborted || setOffline(!isReachable))
    addEventListener('online', () => retrier.retryNow(), { signal })
    retrier
      .retry(() => loadOptionsAtFirstError(slug, { solution, revision }, step))
      .then(
        (reveal) => reveal && !signal.aborted && handleReveal(reveal),
        (error: unknown) => signal.aborted || setRequestError(describeCallError(error)),
      )
    return () => {
      abortController.abort()
      retrier.end()
      setOffline(false)
      setRequestError(null)
    }
  }, [slug, solution, revision, step])
  return { isOffline, requestError }
}
