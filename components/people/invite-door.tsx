'use client'

import { Link } from '@/components/ui/link'
import { signInWithPassword } from '@/lib/client/session'
import { call } from '@/lib/client/call'
import { forgetLinkSecret } from '@/lib/client/link-secret'
import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import type { acceptInviteContract, readInviteContract } from '@/lib/projects/invite-contract'
import { JoinAsYourself } from './join-as-yourself'
import { LinkOver } from './link-over'
import { type NewAccount, NewAccountForm } from './new-account-form'
import { useLink } from './use-link'

type Invite = ReplyOf<typeof readInviteContract>
export type OpenInvite = Extract<Invite, { state: 'open' }>

const readInvite = (secret: string) =>
  call<typeof readInviteContract>({ method: 'post', path: '/invites/read' }, { secret })

async function accept(input: SentInputOf<typeof acceptInviteContract>) {
  const done = await call<typeof acceptInviteContract>(
    { method: 'post', path: '/invites/accept' },
    input,
  )
  forgetLinkSecret('invite')
  return done.project === null ? '/' : `/projects/${done.project}`
}

/** Where the link of an invite leads. `person`: who is signed in here. Without passwords the provider opens the account. */
export function InviteDoor({
  person,
  hasPasswords,
}: {
  person: { name: string; email: string } | null
  hasPasswords: boolean
}) {
  const link = useLink('invite', readInvite)
  if (link.kind === 'reading') return <p role="status">Reading the invite.</p>
  if (link.kind === 'failed')
    return <LinkOver title="The invite could not be read">{link.words}</LinkOver>
  if (link.kind === 'wrong')
    return (
      <LinkOver title="This link leads nowhere">
        Perhaps it was cut short on its way. Open it again from where you got it, or ask whoever
        sent it for another one.
      </LinkOver>
    )
  const { reply, secret } = link
  if (reply.state !== 'open') return <LinkOver {...over[reply.state]} />

  async function join(account: NewAccount) {
    const next = await accept({ secret, account })
    const { email, password } = account
    const isIn = password !== undefined && (await signInWithPassword(email, password, '')).ok
    // The account is there in any case.
    location.assign(isIn ? next : `/sign-in?next=${encodeURIComponent(next)}`)
  }

  async function joinAsYourself() {
    location.assign(await accept({ secret }))
  }

  return (
    <>
      <div>
        <h1>You are invited</h1>
        <p className="pt-2 text-strong">{describeInvite(reply)}</p>
      </div>
      {person ? (
        <JoinAsYourself person={person} invited={reply.email} onJoin={joinAsYourself} />
      ) : (
        <>
          <NewAccountForm invited={reply.email} hasPassword={hasPasswords} onSubmit={join} />
          <p>
            You have an account already? <Link href="/sign-in?next=/invite">Sign in and join</Link>
          </p>
        </>
      )}
    </>
  )
}

const over = {
  used: {
    title: 'This invite was used',
    children: 'An invite works once. If it was you, sign in; else ask for another one.',
  },
  revoked: {
    title: 'This invite was taken back',
    children: 'Ask whoever sent it. If you have an account, it is as it was.',
  },
  expired: {
    title: 'This invite is too old',
    children: 'Ask whoever sent it for another one.',
  },
} as const satisfies Record<Exclude<Invite['state'], 'open'>, { title: string; children: string }>

function describeInvite({ project, role, madeBy }: OpenInvite): string {
  if (project === null) return `${madeBy} invites you to an account on this server.`
  return `${madeBy} invites you to “${project.name}” as ${role === 'reviewer' ? 'a' : 'an'} ${role}.`
}
