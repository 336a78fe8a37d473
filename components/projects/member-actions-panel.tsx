'use client'

import { useEffect, useState, type SubmitEvent } from 'react'
import { useFormAction } from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { ConfirmAction } from '@/components/ui/confirm-action'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import type { Role } from '@/lib/auth/actor'
import { callApi } from '@/lib/client/call-api'
import { formatRoleWithArticle } from '@/lib/projects/format-role'
import type { Member } from './member'
import { RoleChoice } from './role-choice'

/** Changes a member's role, or removes them after a confirmation. */
export function MemberActionsPanel({
  slug,
  member,
  onChanged,
  onClose,
}: {
  slug: string
  member: Member
  onChanged: () => void
  onClose: () => void
}) {
  const [role, setRole] = useState<Role>(member.role)
  const { form, isBusy, outcome, runAction } = useFormAction(onChanged)
  const [isRemoved, setRemoved] = useState(false)
  const { name, user } = member

  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [form])

  function changeRole(event: SubmitEvent) {
    event.preventDefault()
    void runAction(async () => {
      await callApi('put /projects/{project}/members/{user}', { project: slug, user, role })
      return `${name} is now ${formatRoleWithArticle(role)}.`
    })
  }

  const remove = () =>
    runAction(async () => {
      await callApi('delete /projects/{project}/members/{user}', { project: slug, user })
      setRemoved(true)
      return `${name} was removed from the project.`
    })

  return (
    <form
      ref={form}
      onSubmit={changeRole}
      className="grid gap-4 text-strong"
      aria-label={`About ${name}`}
    >
      {!isRemoved && (
        <>
          <RoleChoice value={role} onChange={setRole} />
          <div className="flex items-center gap-4">
            <Button type="submit" tone="primary" aria-disabled={isBusy}>
              Change role
            </Button>
            <LinkButton onClick={onClose}>Cancel</LinkButton>
          </div>
          <ConfirmAction
            label={`Remove ${name}`}
            consequence="Their leased solutions return to the queue. Their annotations and account are kept."
            confirmName={`Remove ${name} now`}
            confirmLabel="Remove"
            onConfirm={() => void remove()}
          />
        </>
      )}
      <OutcomeNotice outcome={outcome} />
      {isRemoved && (
        <p>
          <LinkButton onClick={onClose}>Invite a person</LinkButton>
        </p>
      )}
    </form>
  )
}
