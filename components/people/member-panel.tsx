'use client'

import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Role } from '@/components/projects/project'
import { AskTwice } from '@/components/ui/ask-twice'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { changeRoleContract, removeMemberContract } from '@/lib/projects/contract'
import type { Member } from './member'
import { roleChoices } from './role-names'

/** Another role for somebody, or out of the project, once that is said twice. */
export function MemberPanel({
  slug,
  member,
  onChanged,
  onLeave,
}: {
  slug: string
  member: Member
  onChanged: () => void
  onLeave: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [role, setRole] = useState<Role>(member.role)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isGone, setGone] = useState(false)
  const { name, user } = member

  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])

  async function act(what: () => Promise<unknown>, words: string): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setOutcome(null)
    try {
      await what()
      setOutcome({ kind: 'done', words })
      onChanged()
      return true
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
      return false
    } finally {
      setBusy(false)
    }
  }

  const change = (event: SubmitEvent) => {
    event.preventDefault()
    return act(
      () =>
        call<typeof changeRoleContract>(
          { method: 'put', path: '/projects/{project}/members/{user}' },
          { project: slug, user, role },
        ),
      `${name} is ${role} from now on.`,
    )
  }

  async function remove() {
    const isRemoved = await act(
      () =>
        call<typeof removeMemberContract>(
          { method: 'delete', path: '/projects/{project}/members/{user}' },
          { project: slug, user },
        ),
      `${name} is not in the project any more.`,
    )
    if (isRemoved) setGone(true)
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => void change(event)}
      className="grid gap-4 text-strong"
      aria-label={`About ${name}`}
    >
      {!isGone && (
        <>
          <ChoiceList
            legend="Role"
            name="role"
            choices={roleChoices}
            value={role}
            onChange={setRole}
          />
          <div className="flex items-center gap-4">
            <Button type="submit" tone="primary" aria-disabled={isBusy}>
              Change the role
            </Button>
            <LinkButton onClick={onLeave}>Invite somebody</LinkButton>
          </div>
          <AskTwice
            act={`Remove ${name} from the project`}
            words="What they hold goes back into the queue. What they labelled stays, and so does their account."
            name={`Remove ${name} now`}
            confirm="Remove"
            keep="keep them"
            onAct={() => void remove()}
          />
        </>
      )}
      <Outcome outcome={outcome} />
      {isGone && (
        <p>
          <LinkButton onClick={onLeave}>Invite somebody</LinkButton>
        </p>
      )}
    </form>
  )
}
