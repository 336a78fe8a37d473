import { type ReactNode, useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'

/** Returns the success message, if there is one. */
export type RunAction = () => Promise<ReactNode | void>

export interface ActionOptions {
  /** Nothing can follow a success, for example because the page is left. The action stays busy. */
  isFinal?: boolean
  /** The message of an error. An empty one if the error is shown elsewhere, such as at a field. */
  describeError?: (error: unknown) => ReactNode
}

/**
 * Runs one action at a time and keeps its outcome. Calls `onChange` after a success, and if someone else was first,
 * because the page is outdated then.
 */
export function useAction(onChange?: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)

  /** Does nothing while another action runs. Returns whether it succeeded. */
  async function runAction(
    run: RunAction,
    { isFinal = false, describeError = describeCallError }: ActionOptions = {},
  ): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setOutcome(null)
    try {
      const message = await run()
      if (message) setOutcome({ kind: 'success', message })
      if (!isFinal) setBusy(false)
      onChange?.()
      return true
    } catch (error) {
      const message = describeError(error)
      if (message) setOutcome({ kind: 'error', message })
      setBusy(false)
      if (isOutdated(error)) onChange?.()
      return false
    }
  }

  return { isBusy, outcome, setOutcome, runAction }
}

const isOutdated = (error: unknown) =>
  error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')
