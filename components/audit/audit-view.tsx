import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import {
  addressAudit,
  addressExport,
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  type AuditPlace,
} from './audit'
import { AuditFilterForm } from './audit-filter'
import { describeTarget, listDetails, nameWho } from './describe-entry'

interface AuditViewProps {
  place: AuditPlace
  list: AuditPage
  filter: AuditFilter
  /** Not the first page. */
  isFurther: boolean
  people: readonly { user: string; name: string }[]
}

/** Who did what, newest first. Nothing here is ever changed. */
export function AuditView({ place, list, filter, isFurther, people }: AuditViewProps) {
  const { entries, next } = list
  return (
    <Page>
      <PageTitle
        title="Audit log"
        abstract={
          place === null
            ? 'Every change in every project and outside of them, by whom and when. Entries are only ever added; each holds the hash of the one before it.'
            : 'Every change in this project, by whom and when. Entries are only ever added; each holds the hash of the one before it.'
        }
      />
      <section aria-labelledby="entries">
        <SectionHead id="entries" title="What was done">
          {/* Plain links: the browser writes to disk as the server reads. */}
          Download as <a href={addressExport(place, filter, 'jsonl')}>JSONL</a> or{' '}
          <a href={addressExport(place, filter, 'csv')}>CSV</a>
        </SectionHead>
        <AuditFilterForm {...{ place, filter, people }} />
        {entries.length > 0 ? (
          <EntryTable entries={entries} showsProject={place === null} />
        ) : (
          <p className="border-t border-ink pt-3 text-strong text-ink-2">
            Nothing matches. <Link href={addressAudit(place)}>Show everything</Link>
          </p>
        )}
        <nav aria-label="Pages of the list" className="flex gap-6 pt-3 empty:hidden">
          {isFurther && <Link href={addressAudit(place, filter)}>Back to the newest</Link>}
          {next !== null && <Link href={addressAudit(place, filter, next)}>Older</Link>}
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
          <HeadCell className="w-40 max-desk:hidden">When, UTC</HeadCell>
          <HeadCell className="max-desk:pl-0">Who did what</HeadCell>
          <HeadCell className="w-64 max-desk:w-36">Target</HeadCell>
          {showsProject && <HeadCell className="w-44 max-desk:hidden">Project</HeadCell>}
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
  const { at, did, project } = entry
  const target = describeTarget(entry)
  return (
    <Row>
      <Cell className="whitespace-nowrap text-ink-2 max-desk:hidden">{formatInstant(at)}</Cell>
      <Cell className="wrap-anywhere max-desk:pl-0">
        <details>
          <summary className="cursor-pointer">
            <span className="font-strong">{nameWho(entry)}</span> {did}
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
        {target.href === null ? target.words : <Link href={target.href}>{target.words}</Link>}
      </Cell>
      {showsProject && (
        <Cell className="wrap-anywhere max-desk:hidden">
          {project !== null && <Link href={addressAudit({ slug: project })}>{project}</Link>}
        </Cell>
      )}
    </Row>
  )
}
