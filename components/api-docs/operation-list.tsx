import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import type { ApiCallListEntry } from '@/lib/http/call-docs'
import type { ApiSection } from '@/lib/http/call-sections'
import { formatQuantity } from '@/lib/platform/format'

/** The calls of one section with their summaries and paths. */
export function OperationList({
  section,
  calls,
}: {
  section: ApiSection
  calls: readonly ApiCallListEntry[]
}) {
  return (
    <section
      id={`calls-${section.id}`}
      aria-labelledby={`section-${section.id}`}
      className="scroll-mt-16"
    >
      <SectionHeader
        id={`section-${section.id}`}
        title={<Link href={`/api-docs?section=${section.id}`}>{section.title}</Link>}
      >
        {formatQuantity(calls.length, 'operation')}
      </SectionHeader>
      <p className="pb-2 text-ink-2">{section.description}</p>
      <ul className="border-y border-ink">
        {calls.map(({ name, method, path, summary }) => (
          <li
            key={name}
            className="grid grid-cols-[4rem_1fr] gap-x-3 border-b border-rule py-1.5 last:border-b-0 wide:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <span className="font-mono text-caption font-text text-ink-3">{method}</span>
            <Link
              href={`/api-docs?section=${section.id}#${name}`}
              className="font-mono text-caption font-text wrap-anywhere"
            >
              {path}
            </Link>
            <span className="text-ink-2 max-wide:col-start-2">{summary}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
