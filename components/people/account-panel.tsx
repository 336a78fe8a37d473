'use client'

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { AskTwice } from '@/components/ui/ask-twice'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import type {
  changeInstanceAdminContract,
  createResetLinkContract,
  disableAccountContract,
  enableAccountContract,
} from '@/lib/auth/accounts-contract'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { Account } from './account'
import { OneLink } from './one-link'

/** What an instance admin may do about somebody's account. `account` is as it stands: the page is drawn anew after each act. */
export function AccountPanel({
  account,
  onChanged,
  onLeave,
}: {
  account: Account
  onChanged: () => void
  onLeave: () => void
}) {
  const first = useRef<HTMLButtonElement>(null)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { id, name, isInstanceAdmin, disabledAt } = account
  const isDisabled = disabledAt !== null

  useEffect(() => first.current?.focus(), [])

  async function act(what: () => Promise<ReactNode>) {
    if (isBusy) return
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome({ kind: 'done', words: await what() })
      onChanged()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-6 text-strong">
      {!isDisabled && (
        <Act
          words={`${name} sets a new password by it, within an hour. Until then the old one is good.`}
        >
          <Button
            ref={first}
            aria-disabled={isBusy}
            onClick={() => void act(() => makeResetLink(account))}
          >
            Make a link for a new password
          </Button>
        </Act>
      )}
      {isInstanceAdmin ? (
        <Act words="Instance admins make projects, and may do in all of them what an admin may.">
          <Button
            aria-disabled={isBusy}
            onClick={() => void act(() => changeInstanceAdmin(id, name, false))}
          >
            Make an instance admin no more
          </Button>
        </Act>
      ) : (
        <AskTwice
          act="Make an instance admin"
          words="They can then make projects, do everything in all of them, and let people in."
          name={`Make ${name} an instance admin now`}
          confirm="Make them one"
          keep="leave it"
          onAct={() => void act(() => changeInstanceAdmin(id, name, true))}
        />
      )}
      {isDisabled ? (
        <Act words="They can sign in again, and are in their projects as before. Tokens that ended stay ended.">
          <Button aria-disabled={isBusy} onClick={() => void act(() => enable(id, name))}>
            Enable the account
          </Button>
        </Act>
      ) : (
        <AskTwice
          act="Disable the account"
          words="Their sessions and tokens end at once and for good, and what they hold goes back. What they labelled stays."
          name={`Disable ${name} now`}
          confirm="Disable"
          keep="leave it"
          onAct={() => void act(() => disable(id, name))}
        />
      )}
      <Outcome outcome={outcome} />
      <p>
        <LinkButton onClick={onLeave}>Invite somebody</LinkButton>
      </p>
    </div>
  )
}

function Act({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2">
      {children}
      <p className="text-caption text-ink-3">{words}</p>
    </div>
  )
}

async function makeResetLink({ id, name }: Account): Promise<ReactNode> {
  const { link } = await call<typeof createResetLinkContract>(
    { method: 'post', path: '/accounts/{account}/reset-link' },
    { account: id },
  )
  return (
    <OneLink link={link}>Give this link to {name}. It works once, and is shown this once.</OneLink>
  )
}

async function changeInstanceAdmin(id: string, name: string, isInstanceAdmin: boolean) {
  await call<typeof changeInstanceAdminContract>(
    { method: 'put', path: '/accounts/{account}/instance-admin' },
    { account: id, isInstanceAdmin },
  )
  return isInstanceAdmin ? `${name} is an instance admin now.` : `${name} is no instance admin now.`
}

async function disable(id: string, name: string) {
  await call<typeof disableAccountContract>(
    { method: 'post', path: '/accounts/{account}/disable' },
    { account: id },
  )
  return `${name} can no longer sign in.`
}

async function enable(id: string, name: string) {
  await call<typeof enableAccountContract>(
    { method: 'post', path: '/accounts/{account}/enable' },
    { account: id },
  )
  return `${name} can sign in again.`
}
