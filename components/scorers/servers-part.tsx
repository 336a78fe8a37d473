'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { connectorNames } from './connector-names'
import { RetireServer } from './retire-server'
import type { ModelServer } from './scorer'
import { ServerForm } from './server-form'

/** Models behind an address: those that are connected, and connecting another. */
export function ServersPart({
  slug,
  isAdmin,
  servers,
}: {
  slug: string
  isAdmin: boolean
  servers: readonly ModelServer[]
}) {
  const [isConnecting, setConnecting] = useState(false)
  return (
    <section aria-labelledby="servers">
      <SectionHead id="servers" title="Model servers">
        reward models that answer at an address
      </SectionHead>
      {servers.length === 0 ? (
        <div className="border-t border-ink pt-3">
          <p className="max-w-abstract text-strong text-ink-2">
            None is connected. A process reward model behind vLLM, a chat model that judges steps,
            or twenty lines of your own can score every solution here. What is sent to it is the
            problem and the steps, nothing else.
          </p>
        </div>
      ) : (
        <ServerTable slug={slug} isAdmin={isAdmin} servers={servers} />
      )}
      {isAdmin &&
        (isConnecting ? (
          <ServerForm slug={slug} onClose={() => setConnecting(false)} />
        ) : (
          <div className="pt-4">
            <Button onClick={() => setConnecting(true)}>Connect a model server</Button>
          </div>
        ))}
    </section>
  )
}

function ServerTable({
  slug,
  isAdmin,
  servers,
}: {
  slug: string
  isAdmin: boolean
  servers: readonly ModelServer[]
}) {
  return (
    <Table aria-labelledby="servers">
      <thead>
        <tr>
          <HeadCell>Server</HeadCell>
          <HeadCell className="max-desk:hidden">How it is asked</HeadCell>
          <HeadCell className="max-desk:hidden">Key</HeadCell>
          <HeadCell>State</HeadCell>
        </tr>
      </thead>
      <tbody>
        {servers.map((server) => (
          <tr key={server.scorer}>
            <Cell className="wrap-anywhere">
              {server.name}
              <span className="block font-mono text-caption font-text text-ink-3">
                {server.settings.url}
              </span>
              <span className="block text-caption text-ink-3 desk:hidden">
                {connectorNames[server.settings.connector]}, {server.settings.model}
              </span>
              <span className="block text-caption desk:hidden">
                <KeyWords server={server} />
              </span>
            </Cell>
            <Cell className="wrap-anywhere max-desk:hidden">
              {connectorNames[server.settings.connector]}
              <span className="block text-caption text-ink-3">
                {server.settings.model}, {server.settings.concurrency} at once
              </span>
            </Cell>
            <Cell className="wrap-anywhere max-desk:hidden">
              <KeyWords server={server} />
            </Cell>
            <Cell>
              {server.isRetired ? (
                <span className="text-ink-3">retired, its runs stay</span>
              ) : (
                <>
                  offered
                  {isAdmin && <RetireServer slug={slug} server={server} />}
                </>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function KeyWords({ server: { settings, isKeySet } }: { server: ModelServer }) {
  if (settings.key === null) return <span className="text-ink-3">asked without a key</span>
  return isKeySet ? (
    <>{settings.key}, set in the environment</>
  ) : (
    <span className="text-negative">
      {settings.key} is not set in the environment for this address
    </span>
  )
}
