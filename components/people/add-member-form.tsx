'use client'

import { useEffect, useRef, useState, type SubmitEvent, type ReactNode } from 'react'
import type { Role } from '@/components/projects/project'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { Field } from '@/components/ui/field'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { LinkButton } from '@/components/ui/link-button'
import { call } from '@/lib/client/call'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import type { addMemberContract } from '@/lib/projects/contract'
import { FirstPassword } from './first-password'
import type { Member } from './member'
import { roleChoices } from './role-names'

type Fields = { email: string; name: string; role: Role }
type Errors = { email?: string; name?: string }

const empty: Fields = { email: '', name: '', role: 'annotator' }

/** Lets somebody in, or changes a role: the same call, by the same address. `changing`: whose role. */
export function AddMemberForm({
  slug,
  changing,
  onAdded,
  onLeave,
}: {
  slug: string
  changing: Member | null
  onAdded: () => void
  onLeave: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<Fields>(changing ?? empty)
  const [errors, setErrors] = useState<Errors>({})
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (changing) focus(`[value="${changing.role}"]`)
  }, [changing])

  function focus(selector: string) {
    form.current?.querySelector<HTMLInputElement>(selector)?.focus()
  }

  function refuse(found: Errors) {
    setErrors(found)
    focus(`[name="${found.email ? 'email' : 'name'}"]`)
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setOutcome(null)
    const email = fields.email.trim()
    const name = fields.name.trim()
    const missing: Errors = {
      ...(email.includes('@') ? {} : { email: 'Write an email address.' }),
      ...(name ? {} : { name: 'Write the name that others will see.' }),
    }
    if (missing.email || missing.name) return refuse(missing)
    setErrors({})
    setBusy(true)
    try {
      const { password } = await call<typeof addMemberContract>(
        { method: 'post', path: '/projects/{project}/members' },
        { project: slug, email, name, role: fields.role },
      )
      setOutcome({ kind: 'done', words: describeAdded(fields.role, name, password, changing) })
      if (!changing) setFields(empty)
      onAdded()
    } catch (error) {
      const issues = readIssues(error)
      if (issues.email || issues.name) refuse(issues)
      else setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 text-strong">
      {!changing && (
        <>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="off"
            value={fields.email}
            onChange={(event) => setFields({ ...fields, email: event.target.value })}
            error={errors.email}
          />
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            value={fields.name}
            onChange={(event) => setFields({ ...fields, name: event.target.value })}
            error={errors.name}
          />
        </>
      )}
      <ChoiceList
        legend="Role"
        name="role"
        choices={roleChoices}
        value={fields.role}
        onChange={(role) => setFields({ ...fields, role })}
      />
      <div>
        <div className="flex items-center gap-4">
          <Button type="submit" tone="primary" aria-disabled={isBusy}>
            {changing ? 'Change the role' : 'Add the person'}
          </Button>
          {changing && <LinkButton onClick={onLeave}>Add somebody else</LinkButton>}
        </div>
        <Outcome outcome={outcome} className="pt-4" />
      </div>
    </form>
  )
}

function describeAdded(
  role: Role,
  name: string,
  password: string | null,
  changing: Member | null,
): ReactNode {
  if (password !== null) return <FirstPassword name={name} password={password} />
  if (changing) return `${name} is ${role} from now on.`
  return `There was an account with this address already; it is ${role} in this project now, and the password stays as it was.`
}
