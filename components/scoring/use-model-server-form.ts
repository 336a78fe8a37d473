import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import type { FieldIssues } from '@/components/shell/field-issues'
import { useFormAction, useFormFields } from '@/components/shell/use-form-action'
import { callApi } from '@/lib/client/call-api'
import { readErrorsByField } from '@/lib/client/describe-call-error'
import {
  checkModelServerFields,
  emptyModelServerFields,
  modelServerFieldOrder,
  type ModelServerFields,
} from './model-server-fields'
import type { ServerTestResult } from './scorer'

/** State of the model server form: values, errors and the result of the last test. */
export function useModelServerForm(slug: string, onConnected: () => void) {
  const router = useRouter()
  const action = useFormAction<keyof ModelServerFields>(() => router.refresh())
  const { form, isBusy, outcome, issues: errors, runAction } = action
  const { fields, change: changeFields } = useFormFields(emptyModelServerFields, action)
  const [testResult, setTestResult] = useState<ServerTestResult | null>(null)
  const [isTesting, setTesting] = useState(false)

  function change(changes: Partial<ModelServerFields>) {
    changeFields(changes)
    // The result is of other settings.
    if (Object.keys(changes).some((name) => name !== 'name')) setTestResult(null)
  }

  async function test() {
    if (isBusy) return
    const checked = checkModelServerFields(fields)
    const { name: _, ...issues } = checked.errors
    setTesting(true)
    await runAction(
      async () => {
        setTestResult(null)
        const result = await callApi('post /projects/{project}/scorers/try', {
          project: slug,
          settings: checked.settings,
        })
        setTestResult(result)
      },
      { issues, readIssues: readFieldErrors, keepsChanges: true },
    )
    setTesting(false)
  }

  function connect(event: SubmitEvent) {
    event.preventDefault()
    const checked = checkModelServerFields(fields)
    void runAction(
      async () => {
        await callApi(
          'post /projects/{project}/scorers',
          { project: slug, name: fields.name.trim(), settings: checked.settings },
          { idempotencyKey: crypto.randomUUID() },
        )
        onConnected()
      },
      { issues: checked.errors, readIssues: readFieldErrors },
    )
  }

  return { form, fields, errors, outcome, testResult, isBusy, isTesting, change, test, connect }
}

/** Errors from the server by form field: `settings.url` is `url` here. */
function readFieldErrors(error: unknown): FieldIssues {
  const issues: FieldIssues = {}
  for (const [location, message] of Object.entries(readErrorsByField(error))) {
    const name = modelServerFieldOrder.find((each) => location.replace(/^settings\./, '') === each)
    issues[name ?? location] = message
  }
  return issues
}
