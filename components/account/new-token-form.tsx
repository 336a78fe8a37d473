'use client'

import { type SubmitEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { Field } from '@/components/ui/field'
import { Outcome } from '@/components/ui/outcome'
import { SelectField } from '@/components/ui/select-field'
import type { createTokenContract } from '@/lib/auth/contract'
import { call } from '@/lib/client/call'
import { ShownOnce } from './shown-once'
import { findMissing, useAct } from './use-act'

const scopes = [
  { value: 'read', label: 'read', hint: 'Looks at what you may see; changes nothing.' },
  { value: 'write', label: 'write', hint: 'Does all that you may do, but for your account.' },
] as const

const ends = [
  { value: '7', label: 'after 7 days' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
  { value: 'never', label: 'never' },
] as const

const empty: {
  name: string
  scope: (typeof scopes)[number]['value']
  days: (typeof ends)[number]['value']
} = { name: '', scope: 'read', days: '90' }

export function NewTokenForm({
  ended,
  onMade,
}: {
  /** Tokens that were ended on this page: the secret of such a one opens nothing, and goes. */
  ended: readonly string[]
  onMade: () => void
}) {
  const [fields, setFields] = useState(empty)
  const [made, setMade] = useState<{ id: string; name: string; secret: string } | null>(null)
  const { form, isBusy, outcome, issues, act } = useAct()
  const { name, scope, days } = fields
  const shown = made && !ended.includes(made.id) ? made : null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void act(
      async () => {
        setMade(null)
        const { id, secret } = await call<typeof createTokenContract>(
          { method: 'post', path: '/tokens' },
          { name, scope, days: days === 'never' ? null : Number(days) },
        )
        setFields(empty)
        setMade({ id, name, secret })
        onMade()
        return null
      },
      findMissing({ name: [name, 'Write what it is for.'] }),
    )
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 text-strong">
      <h3 className="font-label">Make a token</h3>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={80}
        hint="What it is for: laptop, nightly export."
        value={name}
        onChange={(event) => setFields({ ...fields, name: event.target.value })}
        error={issues.name}
      />
      <ChoiceList
        legend="It may"
        name="scope"
        choices={scopes}
        value={scope}
        onChange={(chosen) => setFields({ ...fields, scope: chosen })}
      />
      <SelectField
        label="It ends"
        choices={ends}
        value={days}
        onChange={(chosen) => setFields({ ...fields, days: chosen })}
      />
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          Make the token
        </Button>
        <Outcome
          outcome={outcome ?? (shown && { kind: 'done', words: <NewSecret {...shown} /> })}
          className="pt-4"
        />
      </div>
    </form>
  )
}

function NewSecret({ name, secret }: { name: string; secret: string }) {
  return (
    <ShownOnce
      words={`The token ${name} is made. This is the only time that it is shown.`}
      label="Copy the token"
      texts={[secret]}
    />
  )
}
