'use client'

import { useRouter } from 'next/navigation'
import { type SubmitEvent, useState } from 'react'
import { findMissingFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { FormFooter } from '@/components/ui/form-footer'
import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'

export function AccountNameSection({ name: storedName, email }: { name: string; email: string }) {
  const router = useRouter()
  const [name, setName] = useState(storedName)
  const { form, isBusy, outcome, issues, runAction } = useFormAction(() => router.refresh())

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = findMissingFields({ name: [name, 'Enter your name.'] })
    void runAction(
      async () => {
        const account = await callApi('patch /account', { name })
        setName(account.name)
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
          name="name"
          autoComplete="name"
          maxLength={120}
          hint={`You sign in as ${email}.`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issues.name}
        />
        <FormFooter submitLabel="Save name" isBusy={isBusy} outcome={outcome} />
      </form>
    </FormGroup>
  )
}
