import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import type { FieldIssues } from '@/components/shell/field-issues'
import { useFormAction, useFormFields } from '@/components/shell/use-form-action'
import { callApi } from '@/lib/client/call-api'
import { readErrorsByField } from '@/lib/client/describe-call-error'
import {
  checkModelServerFields,
  emptyModelServerFields,
  fieldsNamedInServerErrors,
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
    // The result does not apply to the new settings.
    if (Object.keys(changes).some((name) => name !== 'name')) setTestResult(null)
  }

  async function test() {
    if (isBusy) return
    const validation = checkModelServerFields(fields)
    const { name: _, ...issues } = validation.errors
    setTesting(true)
    await runAction(
      async () => {
        setTestResult(null)
        const result = await callApi('post /projects/{project}/scorers/try', {
          project: slug,
          settings: validation.settings,
        })
        setTestResult(result)
      },
      { issues, readIssues: readFieldErrors, keepsChanges: true },
    )
    setTesting(false)
  }

  function connect(event: SubmitEvent) {
    event.preventDefault()
    const validation = checkModelServerFields(fields)
    void runAction(
      async () => {
        await callApi(
          'post /projects/{project}/scorers',
          { project: slug, name: fields.name.trim(), settings: validation.settings },
          { idempotencyKey: crypto.randomUUID() },
        )
        onConnected()
      },
      { issues: validation.errors, readIssues: readFieldErrors },
    )
  }

  return { form, fields, errors, outcome, testResult, isBusy, isTesting, change, test, connect }
}

/** Errors from the server by form field: `settings.url` is `url` here. */
function readFieldErrors(error: unknown): FieldIssues {
  const issues: FieldIssues = {}
  for (const [location, message] of Object.entries(readErrorsByField(error))) {
    const name = fieldsNamedInServerErrors.find(
      (field) => location.replace(/^settings\./, '') === field,
    )
    issues[name ?? location] = message
  }
  return issues
}
