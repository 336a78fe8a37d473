'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import type { Role } from '@/components/projects/project'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { Field } from '@/components/ui/field'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { SelectField } from '@/components/ui/select-field'
import { call } from '@/lib/client/call'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import type {
  createAccountInviteContract,
  createInviteContract,
} from '@/lib/projects/invite-contract'
import { dayChoices, type Days } from './describe-invite'
import { OneLink } from './one-link'
import { roleChoices } from './role-names'

interface Asked {
  email: string | null
  days: number
}

/** To a project with a role, or to this installation alone. */
const send = (slug: string | null, role: Role, asked: Asked) =>
  slug === null
    ? call<typeof createAccountInviteContract>({ method: 'post', path: '/invites' }, asked)
    : call<typeof createInviteContract>(
        { method: 'post', path: '/projects/{project}/invites' },
        { project: slug, role, ...asked },
      )

/** Makes a link by which somebody joins. `slug`: the project; null: an account and no project. */
export function InviteForm({
  slug,
  canMail,
  onInvited,
}: {
  slug: string | null
  canMail: boolean
  onInvited: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('annotator')
  const [days, setDays] = useState<Days>('7')
  const [error, setError] = useState<string | undefined>()
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)

  function refuse(words: string) {
    setError(words)
    form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setOutcome(null)
    const address = email.trim()
    if (address !== '' && !address.includes('@'))
      return refuse('Write an email address, or leave it empty.')
    setError(undefined)
    setBusy(true)
    try {
      const asked = { email: address === '' ? null : address, days: Number(days) }
      const { link, isMailed } = await send(slug, role, asked)
      setOutcome({
        kind: 'done',
        words: <OneLink link={link}>{describeMade(asked.email, isMailed)}</OneLink>,
      })
      setEmail('')
      onInvited()
    } catch (thrown) {
      const { email: wrong } = readIssues(thrown)
      if (wrong) refuse(wrong)
      else setOutcome({ kind: 'wrong', words: describeError(thrown) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-4 text-strong"
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        hint={`May be left empty: whoever has the link can then join. ${canMail ? 'Else the invite is for this address alone, and is mailed to it.' : 'Else it is for this address alone. This server sends no mail: you hand the link over.'}`}
        error={error}
      />
      {slug !== null && (
        <ChoiceList
          legend="Role"
          name="role"
          choices={roleChoices}
          value={role}
          onChange={setRole}
        />
      )}
      <SelectField label="Lasts" choices={dayChoices} value={days} onChange={setDays} />
      <div>
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          Make an invite
        </Button>
        <Outcome outcome={outcome} className="pt-4" />
      </div>
    </form>
  )
}

function describeMade(email: string | null, isMailed: boolean): string {
  const once = 'It works once, and is shown this once.'
  if (email === null) return `Give this link to whoever is to join. ${once}`
  if (isMailed) return `A link is on its way to ${email}. This one does the same. ${once}`
  return `Give this link to ${email}. ${once}`
}
