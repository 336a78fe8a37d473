import { useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'

/** Runs one request at a time and keeps its outcome. Refreshes the page after success, conflict or not found. */
export function useReviewRequest(onChange: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)

  /** Returns true on success. */
  async function send(request: () => Promise<OutcomeMessage>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome(await request())
      onChange()
      return true
    } catch (error) {
      setOutcome({ kind: 'error', message: describeCallError(error) })
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found'))
        onChange()
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, outcome, send }
}
