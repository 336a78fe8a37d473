import { useState, useTransition } from 'react'
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
 *
 * @param waitsForRefresh stays busy until a refresh by `onChange` is rendered, because the next action would be wrong with the
 *   outdated data
 */
export function useAction(onChange?: () => void, { waitsForRefresh = false } = {}) {
  const [isRunning, setRunning] = useState(false)
  const [isRefreshing, startRefresh] = useTransition()
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const isBusy = isRunning || (isRefreshing && waitsForRefresh)

  /** Does nothing while another action runs. Returns true if `run` returned (even an error outcome), false if it threw. */
  async function runAction(run: ActionFunction, options: ActionOptions = {}): Promise<boolean> {
    if (isBusy) return false
    setRunning(true)
    setOutcome(null)
    let end: ActionEffect
    try {
      end = getEffectOfResult(await run(), options)
    } catch (error) {
      end = getEffectOfError(error, options)
    }
    if (end.outcome) setOutcome(end.outcome)
    if (end.refreshes) startRefresh(() => onChange?.())
    if (!end.staysBusy) setRunning(false)
    return end.hasReturned
  }

  return { isBusy, outcome, setOutcome, runAction }
}
