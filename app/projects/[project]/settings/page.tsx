import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { describeProjectKind } from '@/components/projects/describe-project-kind'
import { getProjectRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/projects/project-shell'
import { SettingsForm } from '@/components/projects/settings-form'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { getQualitySettings } from '@/lib/gold/server/settings'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor } = await requireSignedInPerson()
  const { project: slug } = await params
  const [project, { projects }] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
  ])
  if (getProjectRole(actor, project) !== 'admin') notFound()
  const quality = await runPageQuery(getQualitySettings, { project: slug })
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="settings">
      <PageLayout>
        <PageTitle title="Settings" abstract={describeProjectKind(project)} />
        <SettingsForm project={project} quality={quality} />
      </PageLayout>
    </ProjectShell>
  )
}
