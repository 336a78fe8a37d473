import { useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome'
import { describeError } from '@/lib/client/read-refusal'
import { AppError } from '@/lib/platform/errors'

/**
 * One call at a time. What came of it is said; then, and also where something else stands by now, the page shows what is
 * there.
 */
export function useRequest(onChange: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)

  /** True where it was done. */
  async function send(request: () => Promise<OutcomeMessage>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome(await request())
      onChange()
      return true
    } catch (error) {
      setOutcome({ kind: 'error', message: describeError(error) })
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found'))
        onChange()
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, outcome, send }
}
