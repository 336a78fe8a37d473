import type { Metadata } from 'next'
import { ApiDocsContents } from '@/components/api-docs/api-docs-contents'
import { OperationList } from '@/components/api-docs/operation-list'
import { OperationSearch } from '@/components/api-docs/operation-search'
import { OperationSection } from '@/components/api-docs/operation-section'
import { InstanceShell } from '@/components/projects/project-shell'
import { LearnMore } from '@/components/ui/learn-more'
import { Link } from '@/components/ui/link'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { matchesCallSearch } from '@/lib/http/call-docs'
import { apiSections } from '@/lib/http/call-sections'
import { listApiCallDocs, listApiCallEntries } from '@/lib/http/server/call-docs'
import { requireSignedInPerson } from '@/lib/http/server/page'
import { formatQuantity } from '@/lib/platform/format'

export const metadata: Metadata = { title: 'API' }

const openApi = '/api/v1/openapi.json'
const lineSchema = '/api/v1/stepmark.schema.json'

type Search = Partial<Record<'part' | 'q', string | string[]>>

export default async function ApiDocsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { actor } = await requireSignedInPerson()
  const params = await searchParams
  const search = typeof params.q === 'string' ? params.q.trim().slice(0, 200) : ''
  const part = apiSections.find(({ id }) => id === params.part)
  const heads = listApiCallEntries().filter((head) => matchesCallSearch(head, search))
  const groups = apiSections
    .map((each) => ({ part: each, calls: heads.filter((head) => head.part.id === each.id) }))
    .filter(({ calls }) => calls.length > 0)
  const matches = part ? heads.filter((head) => head.part.id === part.id) : []
  const docs = listApiCallDocs(new Set(matches.map(({ name }) => name)))
  return (
    <InstanceShell person={actor}>
      <PageLayout>
        <PageTitle
          title={part ? part.title : 'API'}
          abstract={
            part ? (
              <>
                {part.description} <Link href="/api-docs">All operations</Link>
              </>
            ) : (
              <>
                {formatQuantity(heads.length, 'operation')}{' '}
                {search !== '' && ` matching “${search}”`}. Also as{' '}
                <a href={openApi}>OpenAPI 3.1</a>. Exports: <a href={lineSchema}>JSON Schema</a>.{' '}
                <LearnMore doc="api" topic="the API" />
              </>
            )
          }
        />
        {!part && <OperationSearch search={search} />}
        <ApiDocsContents
          rows={
            part
              ? docs.map(({ name, summary }) => ({ id: name, title: summary }))
              : groups.map(({ part: { id, title }, calls }) => ({
                  id: `calls-${id}`,
                  title,
                  note: formatQuantity(calls.length, 'operation'),
                }))
          }
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {part
            ? docs.map((call) => <OperationSection key={call.name} call={call} />)
            : groups.map((group) => <OperationList key={group.part.id} {...group} />)}
          {!part && heads.length === 0 && <p>No operation matches.</p>}
        </div>
      </PageLayout>
    </InstanceShell>
  )
}
