import type { ReactNode } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { SectionHeader } from '@/components/ui/section-header'
import { formatInstant } from '@/lib/platform/format'
import {
  auditHref,
  auditExportHref,
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  type AuditScope,
} from './audit'
import { AuditLogFilterForm } from './audit-filter'
import { describeAuditTarget, listAuditDetails, getAuditActorName } from './describe-entry'

interface AuditViewProps {
  scope: AuditScope
  list: AuditPage
  filter: AuditFilter
  ignoredTo: string | null
  hasPreviousPage: boolean
  people: readonly { user: string; name: string }[]
}

/** The audit log, newest first. */
export function AuditLogView({
  scope,
  list,
  filter,
  ignoredTo,
  hasPreviousPage,
  people,
}: AuditViewProps) {
  const { entries, next } = list
  return (
    <PageLayout>
      <PageTitle
        title="Audit log"
        abstract={
          scope === null
            ? 'Every request to change something on this server, even if it changed nothing. Entries can’t be edited or deleted.'
            : 'Every request to change something in this project, even if it changed nothing. Entries can’t be edited or deleted.'
        }
        learnMore={{ doc: 'audit', topic: 'the audit log' }}
      />
      <section aria-labelledby="entries">
        <SectionHeader id="entries" title="Entries">
          {/* Plain links, so that the browser streams to disk. */}
          Export as <a href={auditExportHref(scope, filter, 'jsonl')}>JSONL</a> or{' '}
          <a href={auditExportHref(scope, filter, 'csv')}>CSV</a>
        </SectionHeader>
        <AuditLogFilterForm scope={scope} filter={filter} ignoredTo={ignoredTo} people={people} />
        <EntryTable
          entries={entries}
          showsProject={scope === null}
          empty={
            <>
              No entries match. <Link href={auditHref(scope)}>Clear filters</Link>
            </>
          }
        />
        <nav aria-label="Pages of the list" className="flex gap-6 pt-3 empty:hidden">
          {hasPreviousPage && <Link href={auditHref(scope, filter)}>Newest</Link>}
          {next !== null && <Link href={auditHref(scope, filter, next)}>Older</Link>}
        </nav>
      </section>
    </PageLayout>
  )
}

function EntryTable({
  entries,
  showsProject,
  empty,
}: {
  entries: readonly AuditEntry[]
  showsProject: boolean
  empty: ReactNode
}) {
  return (
    <DataTable
      aria-labelledby="entries"
      className="table-fixed"
      rows={entries}
      rowKey={({ chain, sequence }) => `${chain} ${sequence}`}
      hasLinks
      hasStickyHeader
      empty={empty}
      columns={[
        {
          header: 'Time (UTC)',
          minScreen: 'desk',
          className: 'w-40',
          cellClassName: 'whitespace-nowrap text-ink-2',
          render: ({ at }) => formatInstant(at),
        },
        {
          header: 'Action',
          className: 'max-desk:pl-0',
          cellClassName: 'wrap-anywhere',
          render: (entry) => <Action entry={entry} />,
        },
        {
          header: 'Target',
          className: 'w-64 max-desk:w-36',
          cellClassName: 'wrap-anywhere',
          render: (entry) => {
            const { href, label } = describeAuditTarget(entry)
            return href === null ? label : <Link href={href}>{label}</Link>
          },
        },
        showsProject && {
          header: 'Project',
          minScreen: 'desk',
          className: 'w-44',
          cellClassName: 'wrap-anywhere',
          render: ({ project }) =>
            project !== null && <Link href={auditHref({ slug: project })}>{project}</Link>,
        },
      ]}
    />
  )
}

/** Who did what. Opens the details of the entry. */
function Action({ entry }: { entry: AuditEntry }) {
  return (
    <details>
      <summary className="cursor-pointer">
        <span className="font-strong">{getAuditActorName(entry)}</span> {entry.description}
        <span className="block text-caption text-ink-3 desk:hidden">{formatInstant(entry.at)}</span>
      </summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 pt-2 pb-1 text-caption text-ink-2 max-desk:grid-cols-1 max-desk:gap-y-0">
        {listAuditDetails(entry).map(([name, value]) => (
          <div key={name} className="contents max-desk:block max-desk:pb-1">
            <dt className="text-ink-3">{name}</dt>
            <dd className="font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
