import { useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import {
  type ActionEffect,
  type ActionOptions,
  type ActionResult,
  getEffectOfError,
  getEffectOfResult,
} from './action-effect'

export type ActionFunction = () => Promise<ActionResult>

/**
 * Runs one action at a time and keeps its outcome. Calls `onChange` if the action returns, even an error outcome, and if it
 * throws an error that shows that the page is outdated (or any error, with `refreshesAfterErrors`).
 */
export function useAction(onChange?: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)

  /** Does nothing while another action runs. Returns true if `run` returned (even an error outcome), false if it threw. */
  async function runAction(run: ActionFunction, options: ActionOptions = {}): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setOutcome(null)
    let end: ActionEffect
    try {
      end = getEffectOfResult(await run(), options)
    } catch (error) {
      end = getEffectOfError(error, options)
    }
    if (end.outcome) setOutcome(end.outcome)
    if (!end.staysBusy) setBusy(false)
    if (end.refreshes) onChange?.()
    return end.hasReturned
  }

  return { isBusy, outcome, setOutcome, runAction }
}
