'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmAction } from '@/components/ui/confirm-action'
import { FormGroup } from '@/components/ui/form-group'
import { LearnMore } from '@/components/ui/learn-more'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import type { listTokensContract, revokeTokenContract } from '@/lib/auth/contract'
import { callApi } from '@/lib/client/call-api'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant } from '@/lib/platform/format'
import { NewApiTokenForm } from './new-api-token-form'
import { useFormAction } from './use-form-action'

type Token = ReplyOf<typeof listTokensContract>['tokens'][number]

/** `canMake`: false while only the account page is accessible. */
export function ApiTokensSection({
  tokens,
  canMake,
}: {
  tokens: readonly Token[]
  canMake: boolean
}) {
  const router = useRouter()
  const { outcome, runAction } = useFormAction()
  const [endedTokens, setEndedTokens] = useState<readonly string[]>([])

  const end = ({ id, name }: Token) =>
    runAction(async () => {
      await callApi<typeof revokeTokenContract>(
        { method: 'delete', path: '/tokens/{token}' },
        { token: id },
      )
      setEndedTokens((before) => [...before, id])
      router.refresh()
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
          <Table aria-label="Tokens">
            <thead>
              <tr>
                <TableHeaderCell>Name</TableHeaderCell>
                <TableHeaderCell>Scope</TableHeaderCell>
                <TableHeaderCell>Last used</TableHeaderCell>
                <TableHeaderCell>
                  <span className="sr-only">Revoke</span>
                </TableHeaderCell>
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onEnd={() => void end(token)} />
              ))}
            </tbody>
          </Table>
        )}
        <OutcomeNotice outcome={outcome} />
      </div>
      {canMake && <NewApiTokenForm ended={endedTokens} onCreated={() => router.refresh()} />}
    </FormGroup>
  )
}

function TokenRow({ token, onEnd }: { token: Token; onEnd: () => void }) {
  const { name, prefix, scope, expiresAt, lastUsedAt } = token
  return (
    <tr>
      <TableCell className="wrap-anywhere">
        {name}
        <span className="block text-caption text-ink-3">
          <code>{prefix}…</code>,{' '}
          {expiresAt ? `expires ${formatInstant(expiresAt)}` : 'never expires'}
        </span>
      </TableCell>
      <TableCell>{scope}</TableCell>
      <TableCell className="text-ink-2">
        {lastUsedAt ? formatInstant(lastUsedAt) : 'never used'}
      </TableCell>
      <TableCell className="text-right">
        <ConfirmAction
          label="Revoke"
          labelName={`Revoke token ${name}`}
          confirmName={`Revoke token ${name} now`}
          consequence="Scripts that use it stop working."
          confirmLabel="Revoke token"
          cancelLabel="cancel"
          onConfirm={onEnd}
        />
      </TableCell>
    </tr>
  )
}
