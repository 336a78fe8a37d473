import type { Metadata } from 'next'
import { ApiDocsContents } from '@/components/api-docs/api-docs-contents'
import { OperationList } from '@/components/api-docs/operation-list'
import { OperationSearch } from '@/components/api-docs/operation-search'
import { OperationSection } from '@/components/api-docs/operation-section'
import { InstanceShell } from '@/components/projects/project-shell'
import { LearnMore } from '@/components/ui/learn-more'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { matchesCallSearch } from '@/lib/http/call-docs'
import { apiSections } from '@/lib/http/call-sections'
import { listApiCallDocs, listApiCallEntries } from '@/lib/http/server/call-docs'
import { requireSignedInPerson } from '@/lib/http/server/page'
import { formatQuantity } from '@/lib/platform/format'

export const metadata: Metadata = { title: 'API' }

const openApiHref = '/api/v1/openapi.json'
const lineSchemaHref = '/api/v1/stepmark.schema.json'

type Search = Partial<Record<'section' | 'q', string | string[]>>

export default async function ApiDocsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { actor } = await requireSignedInPerson()
  const params = await searchParams
  const search = typeof params.q === 'string' ? params.q.trim().slice(0, 200) : ''
  const section = apiSections.find(({ id }) => id === params.section)
  const entries = listApiCallEntries().filter((entry) => matchesCallSearch(entry, search))
  const groups = apiSections
    .map((row) => ({
      section: row,
      calls: entries.filter((entry) => entry.section.id === row.id),
    }))
    .filter(({ calls }) => calls.length > 0)
  const sectionEntries = section ? entries.filter((entry) => entry.section.id === section.id) : []
  const docs = listApiCallDocs(new Set(sectionEntries.map(({ name }) => name)))
  return (
    <InstanceShell person={actor}>
      <PageLayout>
        <PageTitle
          title={section ? section.title : 'API'}
          abstract={
            section ? (
              <>
                {section.description} <Link href="/api-docs">All operations</Link>
              </>
            ) : (
              <>
                {formatQuantity(entries.length, 'operation')}
                {search !== '' && ` matching “${search}”`}. Also as{' '}
                <a href={openApiHref}>OpenAPI 3.1</a>. Exports:{' '}
                <a href={lineSchemaHref}>JSON Schema</a>. <LearnMore doc="api" topic="the API" />
              </>
            )
          }
        />
        {!section && <OperationSearch search={search} />}
        <ApiDocsContents
          rows={
            section
              ? docs.map(({ name, summary }) => ({ id: name, title: summary }))
              : groups.map(({ section: { id, title }, calls }) => ({
                  id: `calls-${id}`,
                  title,
                  note: formatQuantity(calls.length, 'operation'),
                }))
          }
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {section
            ? docs.map((call) => <OperationSection key={call.name} call={call} />)
            : groups.map((group) => <OperationList key={group.section.id} {...group} />)}
          {!section && entries.length === 0 && <p>No operation matches.</p>}
        </div>
      </PageLayout>
    </InstanceShell>
  )
}
