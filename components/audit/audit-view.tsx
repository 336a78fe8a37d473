import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import {
  auditHref,
  auditExportHref,
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  type AuditScope,
} from './audit'
import { AuditFilterForm } from './audit-filter'
import { describeTarget, listDetails, nameActor } from './describe-entry'

interface AuditViewProps {
  scope: AuditScope
  list: AuditPage
  filter: AuditFilter
  /** Whether this is not the first page. */
  isFurther: boolean
  people: readonly { user: string; name: string }[]
}

/** The audit log, newest first. */
export function AuditView({ scope, list, filter, isFurther, people }: AuditViewProps) {
  const { entries, next } = list
  return (
    <Page>
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
        <AuditFilterForm {...{ scope, filter, people }} />
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
    </Page>
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
          <HeaderCell className="w-40 max-desk:hidden">Time (UTC)</HeaderCell>
          <HeaderCell className="max-desk:pl-0">Action</HeaderCell>
          <HeaderCell className="w-64 max-desk:w-36">Target</HeaderCell>
          {showsProject && <HeaderCell className="w-44 max-desk:hidden">Project</HeaderCell>}
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
  const target = describeTarget(entry)
  return (
    <Row>
      <Cell className="whitespace-nowrap text-ink-2 max-desk:hidden">{formatInstant(at)}</Cell>
      <Cell className="wrap-anywhere max-desk:pl-0">
        <details>
          <summary className="cursor-pointer">
            <span className="font-strong">{nameActor(entry)}</span> {description}
            <span className="block text-caption text-ink-3 desk:hidden">{formatInstant(at)}</span>
          </summary>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 pt-2 pb-1 text-caption text-ink-2 max-desk:grid-cols-1 max-desk:gap-y-0">
            {listDetails(entry).map(([name, value]) => (
              <div key={name} className="contents max-desk:block max-desk:pb-1">
                <dt className="text-ink-3">{name}</dt>
                <dd className="font-mono wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </Cell>
      <Cell className="wrap-anywhere">
        {target.href === null ? target.label : <Link href={target.href}>{target.label}</Link>}
      </Cell>
      {showsProject && (
        <Cell className="wrap-anywhere max-desk:hidden">
          {project !== null && <Link href={auditHref({ slug: project })}>{project}</Link>}
        </Cell>
      )}
    </Row>
  )
}
