import type { ReactNode } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'

/** What an action returns: nothing, a success message, or an outcome, which may be an error. */
export type ActionResult = ReactNode | OutcomeMessage | void

export interface ActionOptions {
  /** No other action can follow a success, for example because the page is left. The button stays busy. */
  isFinal?: boolean
  /** Returns the message of an error; empty if the error is displayed in another place, such as at a field. */
  describeError?: (error: unknown) => ReactNode
  /** Refreshes after every error, for example because the request may have been carried out. */
  refreshesAfterErrors?: boolean
}

/** What follows an action. */
export interface ActionEffect {
  /** False if the action threw. */
  hasReturned: boolean
  /** Null keeps the outcome that the action itself set. */
  outcome: OutcomeMessage | null
  refreshes: boolean
  staysBusy: boolean
}

/** What follows an action that returned. If it returned an error, even a final action can be repeated. */
export function getEffectOfResult(
  result: ActionResult,
  { isFinal = false }: ActionOptions,
): ActionEffect {
  const outcome = toOutcome(result)
  return {
    hasReturned: true,
    outcome,
    refreshes: true,
    staysBusy: isFinal && !isErrorResult(result),
  }
}

/** What follows an action that threw. The page is refreshed if the error shows that the page is outdated, or if requested. */
export function getEffectOfError(
  error: unknown,
  { describeError = describeCallError, refreshesAfterErrors = false }: ActionOptions,
): ActionEffect {
  const message = describeError(error)
  return {
    hasReturned: false,
    outcome: message ? { kind: 'error', message } : null,
    refreshes: refreshesAfterErrors || isOutdated(error),
    staysBusy: false,
  }
}

function toOutcome(result: ActionResult): OutcomeMessage | null {
  if (!result) return null
  return isOutcome(result) ? result : { kind: 'success', message: result }
}

/** Whether the action returned an error instead of throwing it. */
export const isErrorResult = (result: ActionResult): boolean =>
  isOutcome(result) && result.kind === 'error'

const isOutcome = (result: ActionResult): result is OutcomeMessage =>
  typeof result === 'object' && result !== null && 'kind' in result

const isOutdated = (error: unknown) =>
  error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')
