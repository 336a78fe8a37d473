import { notFound } from 'next/navigation'
import { cache } from 'react'
import { getProjectRole } from '@/lib/projects/project-role'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { findPageReply, requireSignedInPerson, runPageQuery } from './page'

/** The project for a page and for the title of the page, loaded once per request; null if the person may not see it. */
export const findPageProject = cache((slug: string) => findPageReply(getProject, { project: slug }))

export const loadPageProject = async (slug: string) => (await findPageProject(slug)) ?? notFound()

/** What the header of a project's page shows: the current person with their role and projects, and the project. */
export async function loadProjectShell(slug: string) {
  const [{ actor: person }, project, { projects }] = await Promise.all([
    requireSignedInPerson(),
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
  ])
  return { person, project, role: getProjectRole(person, project), projects }
}
