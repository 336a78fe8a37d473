'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'

type Issues = Readonly<Record<string, string>>

const none: Issues = {}

/** State of a form: its result and the errors of its fields. Focuses the first invalid field. */
export function useFormAction() {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [issues, setIssues] = useState<Issues>(none)

  useEffect(() => {
    if (issues !== none) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [issues])

  /** `missing`: errors found by the page. `run` returns the success message, or null. */
  async function runAction(run: () => Promise<ReactNode>, missing: Issues = none): Promise<void> {
    if (isBusy) return
    setOutcome(null)
    setIssues(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const message = await run()
      if (message) setOutcome({ kind: 'success', message })
    } catch (error) {
      const fieldIssues = readErrorsByField(error)
      if (Object.keys(fieldIssues).length > 0) setIssues(fieldIssues)
      else setOutcome({ kind: 'error', message: describeCallError(error) })
    } finally {
      setBusy(false)
    }
  }

  return { form, isBusy, outcome, issues, runAction }
}

/** Errors of required fields that are empty. */
export function findMissingFields(
  fields: Readonly<Record<string, readonly [string, string]>>,
): Issues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, [value, message]]) =>
      value.trim() ? [] : [[name, message]],
    ),
  )
}
