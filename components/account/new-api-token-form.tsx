'use client'

import { type SubmitEvent, useState } from 'react'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormFooter } from '@/components/ui/form-footer'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
import { OneTimeSecrets } from './one-time-secrets'

const scopes = [
  { value: 'read', label: 'read', hint: 'Read-only access to what you can see.' },
  {
    value: 'write',
    label: 'write',
    hint: 'Everything you can do, except making admins, removing instance admins, creating tokens or password links, and changing your password or two-factor codes.',
  },
] as const

const expiryChoices = [
  { value: '7', label: 'after 7 days' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
  { value: 'never', label: 'never' },
] as const

const emptyFields: {
  name: string
  scope: (typeof scopes)[number]['value']
  days: (typeof expiryChoices)[number]['value']
} = { name: '', scope: 'read', days: '90' }

export function NewApiTokenForm({
  revokedTokens,
  onCreated,
}: {
  /** Ids of the tokens that were revoked on this page. Their secrets are no longer shown. */
  revokedTokens: readonly string[]
  onCreated: () => void
}) {
  const [fields, setFields] = useState(emptyFields)
  const [newToken, setNewToken] = useState<{ id: string; name: string; secret: string } | null>(
    null,
  )
  const { form, isBusy, outcome, issues, runAction } = useFormAction()
  const { name, scope, days } = fields
  const visibleToken = newToken && !revokedTokens.includes(newToken.id) ? newToken : null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void runAction(
      async () => {
        setNewToken(null)
        const { id, secret } = await callApi('post /tokens', {
          name,
          scope,
          days: days === 'never' ? null : Number(days),
        })
        setFields(emptyFields)
        setNewToken({ id, name, secret })
        onCreated()
      },
      { issues: checkRequiredFields({ name: [name, 'Enter a name.'] }) },
    )
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 text-strong">
      <h3 className="font-label">Create token</h3>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={80}
        hint="For example: laptop, nightly export."
        value={name}
        onChange={(event) => setFields({ ...fields, name: event.target.value })}
        error={issues.name}
      />
      <ChoiceList
        legend="Scope"
        name="scope"
        choices={scopes}
        value={scope}
        onChange={(newScope) => setFields({ ...fields, scope: newScope })}
      />
      <SelectField
        label="Expires"
        choices={expiryChoices}
        value={days}
        onChange={(newDays) => setFields({ ...fields, days: newDays })}
      />
      <FormFooter
        submitLabel="Create token"
        isBusy={isBusy}
        outcome={
          outcome ?? (visibleToken && { kind: 'success', message: <NewSecret {...visibleToken} /> })
        }
      />
    </form>
  )
}

function NewSecret({ name, secret }: { name: string; secret: string }) {
  return (
    <OneTimeSecrets
      description={`Token ${name} created. It won’t be shown again.`}
      label="Copy token"
      texts={[secret]}
    />
  )
}
