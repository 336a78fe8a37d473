'use client'

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ConfirmAction } from '@/components/ui/confirm-action'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeMessage } from '@/components/ui/outcome'
import type {
  changeInstanceAdminContract,
  createResetLinkContract,
  disableAccountContract,
  enableAccountContract,
} from '@/lib/auth/accounts-contract'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { Account } from './account'
import { OneTimeLink } from './one-time-link'

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
  const firstButton = useRef<HTMLButtonElement>(null)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { id, name, isInstanceAdmin, disabledAt } = account
  const isDisabled = disabledAt !== null

  useEffect(() => firstButton.current?.focus(), [])

  async function act(what: () => Promise<ReactNode>) {
    if (isBusy) return
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome({ kind: 'success', message: await what() })
      onChanged()
    } catch (error) {
      setOutcome({ kind: 'error', message: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-6 text-strong">
      {!isDisabled && (
        <ActionWithHelp
          help={`${name} sets a new password by it, within an hour. Until then the old one is good.`}
        >
          <Button
            ref={firstButton}
            aria-disabled={isBusy}
            onClick={() => void act(() => makeResetLink(account))}
          >
            Make a link for a new password
          </Button>
        </ActionWithHelp>
      )}
      {isInstanceAdmin ? (
        <ActionWithHelp help="Instance admins make projects, and may do in all of them what an admin may.">
          <Button
            aria-disabled={isBusy}
            onClick={() => void act(() => changeInstanceAdmin(id, name, false))}
          >
            Make an instance admin no more
          </Button>
        </ActionWithHelp>
      ) : (
        <ConfirmAction
          label="Make an instance admin"
          consequence="They can then make projects, do everything in all of them, and let people in."
          confirmName={`Make ${name} an instance admin now`}
          confirmLabel="Make them one"
          cancelLabel="leave it"
          onConfirm={() => void act(() => changeInstanceAdmin(id, name, true))}
        />
      )}
      {isDisabled ? (
        <ActionWithHelp help="They can sign in again, and are in their projects as before. Tokens that ended stay ended.">
          <Button aria-disabled={isBusy} onClick={() => void act(() => enable(id, name))}>
            Enable the account
          </Button>
        </ActionWithHelp>
      ) : (
        <ConfirmAction
          label="Disable the account"
          consequence="Their sessions and tokens end at once and for good, and what they hold goes back. What they labelled stays."
          confirmName={`Disable ${name} now`}
          confirmLabel="Disable"
          cancelLabel="leave it"
          onConfirm={() => void act(() => disable(id, name))}
        />
      )}
      <Outcome outcome={outcome} />
      <p>
        <LinkButton onClick={onLeave}>Invite somebody</LinkButton>
      </p>
    </div>
  )
}

function ActionWithHelp({ help, children }: { help: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2">
      {children}
      <p className="text-caption text-ink-3">{help}</p>
    </div>
  )
}

async function makeResetLink({ id, name }: Account): Promise<ReactNode> {
  const { link } = await call<typeof createResetLinkContract>(
    { method: 'post', path: '/accounts/{account}/reset-link' },
    { account: id },
  )
  return (
    <OneTimeLink link={link}>
      Give this link to {name}. It works once, and is shown this once.
    </OneTimeLink>
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
