import { useRouter } from 'next/navigation'
import { useRef, useState, type SubmitEvent } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'
import type { createScorerContract, tryScorerContract } from '@/lib/scoring/contract'
import type { ServerTestResult } from './scorer'
import {
  checkModelServerFields,
  emptyModelServerFields,
  modelServerFieldOrder,
  type ModelServerErrors,
  type ModelServerFields,
} from './model-server-fields'

/** State of the model server form: values, errors and the result of the last test. */
export function useModelServerForm(slug: string, onConnected: () => void) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<ModelServerFields>(emptyModelServerFields)
  const [errors, setErrors] = useState<ModelServerErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [tried, setTried] = useState<ServerTestResult | null>(null)
  const [busy, setBusy] = useState<'try' | 'connect' | null>(null)

  function change(changedFields: Partial<ModelServerFields>) {
    setFields((before) => ({ ...before, ...changedFields }))
    setFailure(null)
    // The result is of other settings.
    if (Object.keys(changedFields).some((name) => name !== 'name')) setTried(null)
    for (const name of Object.keys(changedFields))
      setErrors((before) => ({ ...before, [name]: undefined }))
  }

  function refuse(testResult: ModelServerErrors) {
    setErrors(testResult)
    const first = modelServerFieldOrder.find((name) => testResult[name])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function perform(kind: 'try' | 'connect', run: () => Promise<void>) {
    setBusy(kind)
    setFailure(null)
    try {
      await run()
    } catch (error) {
      const testResult = readFieldErrors(error)
      if (Object.keys(testResult).length > 0) refuse(testResult)
      else setFailure(describeCallError(error))
    } finally {
      setBusy(null)
    }
  }

  async function tryIt() {
    if (busy !== null) return
    const checked = checkModelServerFields(fields)
    const { name: _, ...others } = checked.errors
    if (Object.keys(others).length > 0) return refuse(others)
    setTried(null)
    await perform('try', async () =>
      setTried(
        await callApi<typeof tryScorerContract>(
          { method: 'post', path: '/projects/{project}/scorers/try' },
          { project: slug, settings: checked.settings },
        ),
      ),
    )
  }

  async function connect(event: SubmitEvent) {
    event.preventDefault()
    if (busy !== null) return
    const checked = checkModelServerFields(fields)
    if (Object.keys(checked.errors).length > 0) return refuse(checked.errors)
    await perform('connect', async () => {
      await callApi<typeof createScorerContract>(
        { method: 'post', path: '/projects/{project}/scorers' },
        { project: slug, name: fields.name.trim(), settings: checked.settings },
        { idempotencyKey: crypto.randomUUID() },
      )
      router.refresh()
      onConnected()
    })
  }

  return { form, fields, errors, failure, tried, busy, change, tryIt, connect }
}

/** Errors from the server by form field: `settings.url` is `url` here. */
function readFieldErrors(error: unknown): ModelServerErrors {
  const testResult: ModelServerErrors = {}
  for (const [location, message] of Object.entries(readErrorsByField(error))) {
    const name = modelServerFieldOrder.find((each) => location.replace(/^settings\./, '') === each)
    if (!name) return {}
    testResult[name] = message
  }
  return testResult
}
