'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { InvitesReply } from '@/components/projects/invite'
import { InviteForm } from '@/components/projects/invite-form'
import { InvitesTable } from '@/components/projects/invites-table'
import { ListWithFormLayout } from '@/components/projects/list-with-form-layout'
import { SectionHeader } from '@/components/ui/section-header'
import type { Account } from './account'
import { AccountActionsPanel } from './account-actions-panel'
import { AccountsTable } from './accounts-table'

/** Accounts, the invites to the server, and actions on both. */
export function AccountsView({
  accounts,
  isPage,
  invites,
  ownId,
}: {
  accounts: readonly Account[]
  /** `accounts` is only a page of all accounts. */
  isPage: boolean
  invites: InvitesReply
  ownId: string
}) {
  const router = useRouter()
  const [selectedUser, setSelectedUser] = useState<string | null>(null)
  const selectedAccount = accounts.find(({ id }) => id === selectedUser) ?? null
  const refresh = () => router.refresh()
  return (
    <ListWithFormLayout
      selectedName={selectedAccount?.name}
      inviteTitle="Invite to this server (no project yet)"
      form={
        selectedAccount ? (
          <AccountActionsPanel
            key={selectedAccount.id}
            account={selectedAccount}
            onChanged={refresh}
            onClose={() => setSelectedUser(null)}
          />
        ) : (
          <InviteForm slug={null} canMail={invites.canMail} onInvited={refresh} />
        )
      }
    >
      <section aria-labelledby="accounts">
        <SectionHeader id="accounts" title="Accounts" />
        <AccountsTable
          accounts={accounts}
          isPage={isPage}
          ownId={ownId}
          onChange={({ id }) => setSelectedUser(id)}
        />
      </section>
      <InvitesTable slug={null} invites={invites.invites} onRevoked={refresh} />
    </ListWithFormLayout>
  )
}
