'use client'

import { Link } from '@/components/ui/link'
import { callApi } from '@/lib/client/call-api'
import { deleteLinkSecret } from '@/lib/client/link-secret'
import { signInWithPassword } from '@/lib/client/sign-in'
import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import type { acceptInviteContract, readInviteContract } from '@/lib/projects/invite-contract'
import { InvalidLinkNotice } from './invalid-link-notice'
import { JoinWithCurrentAccount } from './join-with-current-account'
import { type NewAccount, NewAccountForm } from './new-account-form'
import { useOneTimeLink } from './use-one-time-link'

type Invite = ReplyOf<typeof readInviteContract>
export type ValidInvite = Extract<Invite, { state: 'pending' }>

const readInvite = (secret: string) => callApi('post /invites/read', { secret })

async function accept(input: RequestInputOf<typeof acceptInviteContract>) {
  const reply = await callApi('post /invites/accept', input)
  deleteLinkSecret('invite')
  return reply.project === null ? '/' : `/projects/${reply.project}`
}

/** The page of an invite link. `person`: who is signed in. Without passwords, people sign in with the provider. */
export function AcceptInviteForm({
  person,
  hasPasswords,
}: {
  person: { name: string; email: string } | null
  hasPasswords: boolean
}) {
  const link = useOneTimeLink('invite', readInvite)
  if (link.kind === 'loading') return <p role="status">Loading the invite…</p>
  if (link.kind === 'failed')
    return <InvalidLinkNotice title="Can’t load the invite">{link.message}</InvalidLinkNotice>
  if (link.kind === 'invalid')
    return (
      <InvalidLinkNotice title="This link is not valid">
        It may have been cut off. Open it again from the message, or ask the sender for a new one.
      </InvalidLinkNotice>
    )
  const { reply, secret } = link
  if (reply.state !== 'pending') return <InvalidLinkNotice {...endedInvites[reply.state]} />

  async function join(account: NewAccount) {
    const next = await accept({ secret, account })
    const { email, password } = account
    const isSignedIn = password !== undefined && (await signInWithPassword(email, password, '')).ok
    // The account now exists, even if the sign-in failed.
    location.assign(isSignedIn ? next : `/sign-in?next=${encodeURIComponent(next)}`)
  }

  async function joinAsCurrentUser() {
    location.assign(await accept({ secret }))
  }

  return (
    <>
      <div>
        <h1>You are invited</h1>
        <p className="pt-2 text-strong">{describeInvite(reply)}</p>
      </div>
      {person ? (
        <JoinWithCurrentAccount
          person={person}
          invitedEmail={reply.email}
          onJoin={joinAsCurrentUser}
        />
      ) : (
        <>
          <NewAccountForm invitedEmail={reply.email} hasPassword={hasPasswords} onSubmit={join} />
          <p>
            Already have an account? <Link href="/sign-in?next=/invite">Sign in and join</Link>
          </p>
        </>
      )}
    </>
  )
}

const endedInvites = {
  used: {
    title: 'This invite was already used',
    children: 'An invite works once. If you used it, sign in. Otherwise ask for a new one.',
  },
  revoked: {
    title: 'This invite was revoked',
    children: 'Ask the sender for a new one. Your account, if you have one, is not affected.',
  },
  expired: {
    title: 'This invite has expired',
    children: 'Ask the sender for a new one.',
  },
} as const satisfies Record<
  Exclude<Invite['state'], 'pending'>,
  { title: string; children: string }
>

function describeInvite({ project, role, createdBy }: ValidInvite): string {
  if (project === null) return `${createdBy} invites you to create an account on this server.`
  return `${createdBy} invites you to “${project.name}” as ${role === 'reviewer' ? 'a' : 'an'} ${role}.`
}
