import type { Metadata } from 'next'
import { listReleaseFormatChoices } from '@/components/exports/output-format-choices'
import { ReleaseForm } from '@/components/exports/release-form'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import {
  listHeldOutLists,
  listReleases,
  listReleaseFilterValues,
} from '@/lib/exports/server/release-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listMembers } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Create release' }

export default async function NewReleasePage({ params }: ProjectPageProps) {
  const { project: slug } = await params
  const [shell, { members }, { lists }, { releases }, values] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listMembers, { project: slug }),
    runPageQuery(listHeldOutLists, { project: slug }),
    runPageQuery(listReleases, { project: slug }),
    runPageQuery(listReleaseFilterValues, { project: slug }),
  ])
  return (
    <ProjectShell {...shell} current="data">
      <PageLayout>
        <PageTitle title="Create release" abstract="A frozen, reproducible export for training." />
        <ReleaseForm
          slug={slug}
          choices={listReleaseFormatChoices()}
          members={members}
          values={values}
          lists={lists}
          earlierReleases={releases.filter(({ state }) => state === 'done')}
        />
      </PageLayout>
    </ProjectShell>
  )
}
