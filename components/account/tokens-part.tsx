'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { FormGroup } from '@/components/ui/form-group'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome } from '@/components/ui/outcome'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { listTokensContract, revokeTokenContract } from '@/lib/auth/contract'
import { call } from '@/lib/client/call'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant } from '@/lib/platform/format'
import { NewTokenForm } from './new-token-form'
import { useAct } from './use-act'

type Token = ReplyOf<typeof listTokensContract>['tokens'][number]

/** `canMake`: false while the account may do nothing but see to itself. */
export function TokensPart({ tokens, canMake }: { tokens: readonly Token[]; canMake: boolean }) {
  const router = useRouter()
  const { outcome, act } = useAct()
  const [ended, setEnded] = useState<readonly string[]>([])

  const end = ({ id, name }: Token) =>
    act(async () => {
      await call<typeof revokeTokenContract>(
        { method: 'delete', path: '/tokens/{token}' },
        { token: id },
      )
      setEnded((before) => [...before, id])
      router.refresh()
      return `The token ${name} has ended: it is refused at its next request.`
    })

  return (
    <FormGroup
      title="Tokens"
      words={
        <p>
          For scripts and the terminal: each does what you may, as far as its scope goes, and is
          asked for no code. Times are in UTC.
        </p>
      }
    >
      <div className="grid gap-4 text-strong">
        {tokens.length === 0 ? (
          <p className="text-ink-2">You have no tokens.</p>
        ) : (
          <Table aria-label="Tokens">
            <thead>
              <tr>
                <HeadCell>Name</HeadCell>
                <HeadCell>May</HeadCell>
                <HeadCell>Last used</HeadCell>
                <HeadCell>
                  <span className="sr-only">End</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onEnd={() => void end(token)} />
              ))}
            </tbody>
          </Table>
        )}
        <Outcome outcome={outcome} />
      </div>
      {canMake && <NewTokenForm ended={ended} onMade={() => router.refresh()} />}
    </FormGroup>
  )
}

function TokenRow({ token, onEnd }: { token: Token; onEnd: () => void }) {
  const { name, prefix, scope, expiresAt, lastUsedAt } = token
  return (
    <tr>
      <Cell className="wrap-anywhere">
        {name}
        <span className="block text-caption text-ink-3">
          <code>{prefix}…</code>, {expiresAt ? `ends ${formatInstant(expiresAt)}` : 'never ends'}
        </span>
      </Cell>
      <Cell>{scope}</Cell>
      <Cell className="text-ink-2">{lastUsedAt ? formatInstant(lastUsedAt) : 'not yet'}</Cell>
      <Cell className="text-right">
        <LinkButton aria-label={`End the token ${name}`} onClick={onEnd}>
          End
        </LinkButton>
      </Cell>
    </tr>
  )
}
