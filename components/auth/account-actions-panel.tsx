'use client'

import { useEffect, useRef, type ReactNode } from 'react'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { ConfirmAction } from '@/components/ui/confirm-action'
import { LinkButton } from '@/components/ui/link-button'
import { OneTimeLink } from '@/components/ui/one-time-link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import type { Account } from './account'

/** Actions of an instance admin on an account. The page is rendered again after each action. */
export function AccountActionsPanel({
  account,
  onChanged,
  onClose,
}: {
  account: Account
  onChanged: () => void
  onClose: () => void
}) {
  const firstButton = useRef<HTMLButtonElement>(null)
  const { isBusy, outcome, runAction } = useAction(onChanged)
  const { id, name, isInstanceAdmin, disabledAt } = account
  const isDisabled = disabledAt !== null

  useEffect(() => firstButton.current?.focus(), [])

  return (
    <div className="grid gap-6 text-strong">
      {!isDisabled && (
        <ActionWithHelp
          help={`Valid for one hour. The current password works until ${name} sets a new one.`}
        >
          <Button
            ref={firstButton}
            aria-disabled={isBusy}
            onClick={() => void runAction(() => makeResetLink(account))}
          >
            Create password link
          </Button>
        </ActionWithHelp>
      )}
      {isInstanceAdmin ? (
        <ActionWithHelp help="Instance admins create projects and are admins of every project.">
          <Button
            aria-disabled={isBusy}
            onClick={() => void runAction(() => changeInstanceAdmin(id, name, false))}
          >
            Remove instance admin
          </Button>
        </ActionWithHelp>
      ) : (
        <ConfirmAction
          label="Make instance admin"
          consequence="They will be able to create projects, invite people and do everything in every project."
          confirmName={`Make ${name} an instance admin now`}
          confirmLabel="Make instance admin"
          onConfirm={() => void runAction(() => changeInstanceAdmin(id, name, true))}
        />
      )}
      {isDisabled ? (
        <ActionWithHelp help="They can sign in again and keep their projects. Revoked tokens stay revoked.">
          <Button aria-disabled={isBusy} onClick={() => void runAction(() => enable(id, name))}>
            Enable account
          </Button>
        </ActionWithHelp>
      ) : (
        <ConfirmAction
          label="Disable account"
          consequence="Their sessions and tokens end now, and leased solutions return to the queue. Annotations are kept."
          confirmName={`Disable ${name} now`}
          confirmLabel="Disable"
          onConfirm={() => void runAction(() => disable(id, name))}
        />
      )}
      <OutcomeNotice outcome={outcome} />
      <p>
        <LinkButton onClick={onClose}>Invite to this server</LinkButton>
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
  const { link } = await callApi('post /accounts/{account}/reset-link', { account: id })
  return (
    <OneTimeLink link={link}>
      Send this link to {name}. It works once and won’t be shown again.
    </OneTimeLink>
  )
}

async function changeInstanceAdmin(id: string, name: string, isInstanceAdmin: boolean) {
  await callApi('put /accounts/{account}/instance-admin', { account: id, isInstanceAdmin })
  return isInstanceAdmin
    ? `${name} is now an instance admin.`
    : `${name} is no longer an instance admin.`
}

async function disable(id: string, name: string) {
  await callApi('post /accounts/{account}/disable', { account: id })
  return `${name} can no longer sign in.`
}

async function enable(id: string, name: string) {
  await callApi('post /accounts/{account}/enable', { account: id })
  return `${name} can sign in again.`
}
