import { Link } from '@/components/ui/link'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
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
  /** Whether this is not the first page. */
  isFurther: boolean
  people: readonly { user: string; name: string }[]
}

/** The audit log, newest first. */
export function AuditLogView({ scope, list, filter, isFurther, people }: AuditViewProps) {
  const { entries, next } = list
  return (
    <PageLayout>
      <PageTitle
        title="Audit log"
        abstract={
          scope === null
            ? 'Every change on this server. Entries can’t be edited or deleted.'
            : 'Every change in this project. Entries can’t be edited or deleted.'
        }
        learnMore={{ doc: 'audit', topic: 'the audit log' }}
      />
      <section aria-labelledby="entries">
        <SectionHeader id="entries" title="Entries">
          {/* Plain links, so that the browser streams to disk. */}
          Export as <a href={auditExportHref(scope, filter, 'jsonl')}>JSONL</a> or{' '}
          <a href={auditExportHref(scope, filter, 'csv')}>CSV</a>
        </SectionHeader>
        <AuditLogFilterForm {...{ scope, filter, people }} />
        {entries.length > 0 ? (
          <EntryTable entries={entries} showsProject={scope === null} />
        ) : (
          <p className="border-t border-ink pt-3 text-strong text-ink-2">
            No entries match. <Link href={auditHref(scope)}>Clear filters</Link>
          </p>
        )}
        <nav aria-label="Pages of the list" className="flex gap-6 pt-3 empty:hidden">
          {isFurther && <Link href={auditHref(scope, filter)}>Newest</Link>}
          {next !== null && <Link href={auditHref(scope, filter, next)}>Older</Link>}
        </nav>
      </section>
    </PageLayout>
  )
}

function EntryTable({
  entries,
  showsProject,
}: {
  entries: readonly AuditEntry[]
  showsProject: boolean
}) {
  return (
    <Table aria-labelledby="entries" className="table-fixed">
      <thead>
        <tr>
          <TableHeaderCell className="w-40 max-desk:hidden">Time (UTC)</TableHeaderCell>
          <TableHeaderCell className="max-desk:pl-0">Action</TableHeaderCell>
          <TableHeaderCell className="w-64 max-desk:w-36">Target</TableHeaderCell>
          {showsProject && (
            <TableHeaderCell className="w-44 max-desk:hidden">Project</TableHeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow
            key={`${entry.chain} ${entry.sequence}`}
            entry={entry}
            showsProject={showsProject}
          />
        ))}
      </tbody>
    </Table>
  )
}

function EntryRow({ entry, showsProject }: { entry: AuditEntry; showsProject: boolean }) {
  const { at, description, project } = entry
  const target = describeAuditTarget(entry)
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap text-ink-2 max-desk:hidden">
        {formatInstant(at)}
      </TableCell>
      <TableCell className="wrap-anywhere max-desk:pl-0">
        <details>
          <summary className="cursor-pointer">
            <span className="font-strong">{getAuditActorName(entry)}</span> {description}
            <span className="block text-caption text-ink-3 desk:hidden">{formatInstant(at)}</span>
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
      </TableCell>
      <TableCell className="wrap-anywhere">
        {target.href === null ? target.label : <Link href={target.href}>{target.label}</Link>}
      </TableCell>
      {showsProject && (
        <TableCell className="wrap-anywhere max-desk:hidden">
          {project !== null && <Link href={auditHref({ slug: project })}>{project}</Link>}
        </TableCell>
      )}
    </TableRow>
  )
}
