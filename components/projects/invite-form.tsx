'use client'

import { useState, type SubmitEvent } from 'react'
import { useFormAction } from '@/components/shell/use-form-action'
import { FormFooter } from '@/components/ui/form-footer'
import { OneTimeLink } from '@/components/ui/one-time-link'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import type { Role } from '@/lib/auth/actor'
import { callApi } from '@/lib/client/call-api'
import {
  describeCreatedInvite,
  type InviteDuration,
  inviteDurationChoices,
} from './describe-invite'
import { RoleChoice } from './role-choice'

interface InviteRequest {
  email: string | null
  days: number
}

/** Creates an invite to a project with a role, or only to the server. */
const createInvite = (slug: string | null, role: Role, request: InviteRequest) =>
  slug === null
    ? callApi('post /invites', request)
    : callApi('post /projects/{project}/invites', { project: slug, role, ...request })

/** Creates an invite link. `slug`: the project; null: an account without a project. */
export function InviteForm({
  slug,
  canMail,
  onInvited,
}: {
  slug: string | null
  /** Whether email is set up on this server. */
  canMail: boolean
  onInvited: () => void
}) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('annotator')
  const [days, setDays] = useState<InviteDuration>('7')
  const { form, isBusy, outcome, issues, runAction } = useFormAction(onInvited)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const address = email.trim() || null
    const isValid = address === null || address.includes('@')
    void runAction(
      async () => {
        const { link, ...created } = await createInvite(slug, role, {
          email: address,
          days: Number(days),
        })
        setEmail('')
        return <OneTimeLink link={link}>{describeCreatedInvite(address, created)}</OneTimeLink>
      },
      { issues: isValid ? {} : { email: 'Enter an email address, or leave it empty.' } },
    )
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 text-strong">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        hint={`Optional. With an address, only that person can join. ${canMail ? 'We email them the link.' : 'Email is not set up on this server, so share the link yourself.'}`}
        error={issues.email}
      />
      {slug !== null && <RoleChoice value={role} onChange={setRole} />}
      <SelectField
        label="Link expires after"
        choices={inviteDurationChoices}
        value={days}
        onChange={setDays}
      />
      <FormFooter submitLabel="Create invite" tone="primary" isBusy={isBusy} outcome={outcome} />
    </form>
  )
}
