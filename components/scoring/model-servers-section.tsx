'use client'

import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { FormOnDemand } from '@/components/ui/form-on-demand'
import { SectionHeader } from '@/components/ui/section-header'
import { connectorNames } from './connector-names'
import { ModelServerForm } from './model-server-form'
import { RetireModelServerButton } from './retire-model-server-button'
import type { ModelServer } from './scorer'

interface ModelServersProps {
  slug: string
  isAdmin: boolean
  servers: readonly ModelServer[]
}

/** Connected model servers, with a form to connect one. */
export function ModelServersSection({ slug, isAdmin, servers }: ModelServersProps) {
  return (
    <section aria-labelledby="servers">
      <SectionHeader id="servers" title="Model servers" />
      {servers.length === 0 ? (
        <div className="border-t border-ink pt-3">
          <p className="max-w-abstract text-strong text-ink-2">
            Connect a reward model, a chat model or your own server. Only problems and steps are
            sent. Reference answers and labels never are.
          </p>
        </div>
      ) : (
        <ServerTable slug={slug} isAdmin={isAdmin} servers={servers} />
      )}
      {isAdmin && (
        <FormOnDemand
          renderClosed={(openButton) => (
            <div className="pt-4">
              <Button {...openButton}>Connect model server</Button>
            </div>
          )}
          renderForm={(close) => <ModelServerForm slug={slug} onClose={close} />}
        />
      )}
    </section>
  )
}

function ServerTable({ slug, isAdmin, servers }: ModelServersProps) {
  return (
    <DataTable
      aria-labelledby="servers"
      rows={servers}
      rowKey={({ scorer }) => scorer}
      columns={[
        {
          header: 'Server',
          className: 'wrap-anywhere',
          render: (server) => (
            <>
              {server.name}
              <span className="block font-mono text-caption font-text text-ink-3">
                {server.settings.url}
              </span>
              <span className="block text-caption text-ink-3 desk:hidden">
                {connectorNames[server.settings.connector]}, {server.settings.model}
              </span>
              <span className="block text-caption desk:hidden">
                <KeyStatus server={server} />
              </span>
            </>
          ),
        },
        {
          header: 'Connector',
          minScreen: 'desk',
          className: 'wrap-anywhere',
          render: ({ settings }) => connectorNames[settings.connector],
          renderCaption: ({ settings }) => `${settings.model}, ${settings.concurrency} concurrent`,
        },
        {
          header: 'Key',
          minScreen: 'desk',
          className: 'wrap-anywhere',
          render: (server) => <KeyStatus server={server} />,
        },
        {
          header: 'Status',
          render: (server) =>
            server.isRetired ? (
              <span className="text-ink-3">retired</span>
            ) : (
              <>
                active
                {isAdmin && <RetireModelServerButton slug={slug} server={server} />}
              </>
            ),
        },
      ]}
    />
  )
}

function KeyStatus({ server: { settings, isKeySet } }: { server: ModelServer }) {
  if (settings.key === null) return <span className="text-ink-3">no key</span>
  return isKeySet ? (
    <>{settings.key}, set</>
  ) : (
    <span className="text-negative">{settings.key} is not set for this host</span>
  )
}
