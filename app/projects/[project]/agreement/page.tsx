import type { Metadata } from 'next'
import { AgreementView } from '@/components/agreement/agreement-view'
import { findFilteredPair } from '@/components/agreement/find-filtered-pair'
import { readAgreementFilters } from '@/components/agreement/read-agreement-filters'
import { ProjectShell } from '@/components/projects/project-shell'
import { listDisagreements } from '@/lib/adjudication/server/queries'
import { getAgreement, listAgreements } from '@/lib/agreement/server/queries'
import { listGuidelineVersions } from '@/lib/annotations/server/guideline-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Agreement' }

const maxListedDisagreements = 5

export default async function AgreementPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const filters = readAgreementFilters(await searchParams)
  const [shell, list, { versions }, keymap] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listAgreements, { project: slug, filters: JSON.stringify(filters) }),
    runPageQuery(listGuidelineVersions, { project: slug, limit: 200 }),
    loadKeymap(),
  ])
  const pair = shell.project.hidesAnnotatorNames ? {} : findFilteredPair(filters)
  const newestFinished = list.agreements.find(({ state }) => state === 'done')
  const current = newestFinished
    ? await runPageQuery(getAgreement, { project: slug, agreement: newestFinished.agreement })
    : null
  const disagreementList = current
    ? await runPageQuery(listDisagreements, {
        project: slug,
        limit: maxListedDisagreements,
        ...pair,
      })
    : null
  return (
    <ProjectShell {...shell} current="agreement">
      <AgreementView
        slug={slug}
        overlap={shell.project.overlap}
        isAdmin={shell.role === 'admin'}
        filters={filters}
        choices={list.choices}
        guidelines={versions.map(({ version, publishedAt }) => ({ version, publishedAt }))}
        current={current}
        newest={list.agreements[0] ?? null}
        disagreementList={disagreementList}
        pair={pair}
        showsNames={!shell.project.hidesAnnotatorNames}
        keys={{ previous: keymap.previous, next: keymap.next }}
        now={new Date()}
      />
    </ProjectShell>
  )
}
