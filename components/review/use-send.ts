import { useState } from 'react'
import type { OutcomeWords } from '@/components/ui/outcome'
import { describeError } from '@/lib/client/read-refusal'
import { AppError } from '@/lib/platform/errors'

/**
 * One call at a time. What came of it is said; then, and also where something else stands by now, the page shows what is
 * there.
 */
export function useSend(onNews: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)

  /** True where it was done. */
  async function send(run: () => Promise<OutcomeWords>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome(await run())
      onNews()
      return true
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found'))
        onNews()
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, outcome, send }
}
