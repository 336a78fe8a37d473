'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome'
import { describeError, readIssues } from '@/lib/client/read-refusal'

type Issues = Readonly<Record<string, string>>

const none: Issues = {}

/** A form that does one thing: what came of it, and what is wrong with which field, which is then gone to. */
export function useFormAction() {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [issues, setIssues] = useState<Issues>(none)

  useEffect(() => {
    if (issues !== none) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [issues])

  /** `missing`: what the page itself finds wrong. `run` gives the words for what was done, or null. */
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
      const fieldIssues = readIssues(error)
      if (Object.keys(fieldIssues).length > 0) setIssues(fieldIssues)
      else setOutcome({ kind: 'error', message: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return { form, isBusy, outcome, issues, runAction }
}

/** Fields that must not be empty, as `useAct` wants them. */
export function findMissing(fields: Readonly<Record<string, readonly [string, string]>>): Issues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, [value, message]]) =>
      value.trim() ? [] : [[name, message]],
    ),
  )
}
