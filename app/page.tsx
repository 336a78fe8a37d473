import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ProjectList } from '@/components/projects/project-list'
import { InstanceShell } from '@/components/projects/project-shell'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Projects' }

export default async function ProjectsPage() {
  const { actor } = await requireSignedInPerson()
  const { projects } = await runPageQuery(listProjects, {})
  const [firstProject] = projects
  // An annotator with one project has nothing to choose here.
  if (
    firstProject &&
    projects.length === 1 &&
    firstProject.role === 'annotator' &&
    !actor.isInstanceAdmin
  )
    redirect(`/projects/${firstProject.slug}`)
  return (
    <InstanceShell person={actor}>
      <ProjectList
        projects={projects}
        email={actor.email}
        isInstanceAdmin={actor.isInstanceAdmin}
      />
    </InstanceShell>
  )
}
