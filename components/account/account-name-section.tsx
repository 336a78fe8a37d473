'use client'

import { useRouter } from 'next/navigation'
import type { SubmitEvent } from 'react'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { bindTextField, useFormAction, useFormFields } from '@/components/shell/use-form-action'
import { FormFooter } from '@/components/ui/form-footer'
import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'

export function AccountNameSection({ name: storedName, email }: { name: string; email: string }) {
  const router = useRouter()
  const action = useFormAction(() => router.refresh())
  const { form, isBusy, outcome, issues, runAction } = action
  const { fields, setFields, change } = useFormFields({ name: storedName }, action)
  const { name } = fields

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = checkRequiredFields({ name: [name, 'Enter your name.'] })
    void runAction(
      async () => {
        const account = await callApi('patch /account', { name })
        setFields({ name: account.name })
        return `Name changed to ${account.name}.`
      },
      { issues: missing },
    )
  }

  return (
    <FormGroup title="Name" description={<p>Shown to reviewers and admins.</p>}>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-4 text-strong">
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={120}
          hint={`You sign in as ${email}.`}
          {...bindTextField({ fields, errors: issues, change }, 'name')}
        />
        <FormFooter submitLabel="Save name" isBusy={isBusy} outcome={outcome} />
      </form>
    </FormGroup>
  )
}
