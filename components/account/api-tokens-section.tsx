'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { ConfirmAction } from '@/components/ui/confirm-action'
import { DataTable } from '@/components/ui/data-table'
import { FormGroup } from '@/components/ui/form-group'
import { LearnMore } from '@/components/ui/learn-more'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import type { listTokensContract } from '@/lib/auth/contract'
import { callApi } from '@/lib/client/call-api'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant } from '@/lib/platform/format'
import { NewApiTokenForm } from './new-api-token-form'

type Token = ReplyOf<typeof listTokensContract>['tokens'][number]

/** `canCreate`: false until a required second factor is set up. */
export function ApiTokensSection({
  tokens,
  canCreate,
}: {
  tokens: readonly Token[]
  canCreate: boolean
}) {
  const router = useRouter()
  const { outcome, runAction } = useAction(() => router.refresh())
  const [revokedTokens, setRevokedTokens] = useState<readonly string[]>([])

  const revoke = ({ id, name }: Token) =>
    runAction(async () => {
      await callApi('delete /tokens/{token}', { token: id })
      setRevokedTokens((before) => [...before, id])
      return `Token ${name} revoked.`
    })

  return (
    <FormGroup
      title="Tokens"
      description={
        <p>
          For scripts and the command line. Times are in UTC.{' '}
          <LearnMore doc="accounts" topic="tokens" />
        </p>
      }
    >
      <div className="grid gap-4 text-strong">
        {tokens.length === 0 ? (
          <p className="text-ink-2">Tokens you create will be listed here.</p>
        ) : (
          <DataTable
            aria-label="Tokens"
            rows={tokens}
            rowKey={({ id }) => id}
            columns={[
              {
                header: 'Name',
                className: 'wrap-anywhere',
                render: ({ name }) => name,
                renderCaption: ({ prefix, expiresAt }) => (
                  <>
                    <code>{prefix}…</code>,{' '}
                    {expiresAt ? `expires ${formatInstant(expiresAt)}` : 'never expires'}
                  </>
                ),
              },
              { header: 'Scope', render: ({ scope }) => scope },
              {
                header: 'Last used',
                cellClassName: 'text-ink-2',
                render: ({ lastUsedAt }) => (lastUsedAt ? formatInstant(lastUsedAt) : 'never used'),
              },
              {
                header: 'Revoke',
                isHeaderHidden: true,
                cellClassName: 'text-right',
                render: (token) => (
                  <ConfirmAction
                    label="Revoke"
                    labelName={`Revoke token ${token.name}`}
                    confirmName={`Revoke token ${token.name} now`}
                    consequence="Scripts that use it stop working."
                    confirmLabel="Revoke token"
                    onConfirm={() => void revoke(token)}
                  />
                ),
              },
            ]}
          />
        )}
        <OutcomeNotice outcome={outcome} />
      </div>
      {canCreate && (
        <NewApiTokenForm revokedTokens={revokedTokens} onCreated={() => router.refresh()} />
      )}
    </FormGroup>
  )
}
