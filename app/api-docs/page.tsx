import type { Metadata } from 'next'
import { CallList } from '@/components/api-docs/call-list'
import { CallSection } from '@/components/api-docs/call-section'
import { Contents } from '@/components/api-docs/contents'
import { SearchCalls } from '@/components/api-docs/search-calls'
import { InstanceShell } from '@/components/shell/project-shell'
import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { matchesSearch } from '@/lib/http/call-docs'
import { callParts } from '@/lib/http/call-parts'
import { listCallDocs, listCallHeads } from '@/lib/http/server/call-docs'
import { loadPage } from '@/lib/http/server/page'
import { formatNoun } from '@/lib/platform/format'

export const metadata: Metadata = { title: 'API' }

const openApi = '/api/v1/openapi.json'
const lineSchema = '/api/v1/stepmark.schema.json'

type Search = Partial<Record<'part' | 'q', string | string[]>>

export default async function ApiDocsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { actor } = await loadPage()
  const asked = await searchParams
  const search = typeof asked.q === 'string' ? asked.q.trim().slice(0, 200) : ''
  const part = callParts.find(({ id }) => id === asked.part)
  const heads = listCallHeads().filter((head) => matchesSearch(head, search))
  const groups = callParts
    .map((each) => ({ part: each, calls: heads.filter((head) => head.part.id === each.id) }))
    .filter(({ calls }) => calls.length > 0)
  const shown = part ? heads.filter((head) => head.part.id === part.id) : []
  const docs = listCallDocs(new Set(shown.map(({ name }) => name)))
  return (
    <InstanceShell person={actor}>
      <Page>
        <PageTitle
          title={part ? part.title : 'API'}
          abstract={
            part ? (
              <>
                {part.words} <Link href="/api-docs">All calls</Link>
              </>
            ) : (
              <>
                Everything that the pages do, a script can do: {formatNoun(heads.length, 'call')}
                {search !== '' && ` with “${search}”`}. The same for programs is{' '}
                <a href={openApi}>OpenAPI 3.1</a>; a line of an export in our own format follows{' '}
                <a href={lineSchema}>this JSON Schema</a>.
              </>
            )
          }
        />
        {!part && <SearchCalls search={search} />}
        <Contents
          rows={
            part
              ? docs.map(({ name, summary }) => ({ id: name, words: summary }))
              : groups.map(({ part: { id, title }, calls }) => ({
                  ...{ id: `calls-${id}`, words: title, note: formatNoun(calls.length, 'call') },
                }))
          }
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {part
            ? docs.map((call) => <CallSection key={call.name} call={call} />)
            : groups.map((group) => <CallList key={group.part.id} {...group} />)}
          {!part && heads.length === 0 && <p>No call has these words.</p>}
        </div>
      </Page>
    </InstanceShell>
  )
}
