import { cache } from 'react'
import { getProjectRole } from '@/lib/projects/project-role'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { requireSignedInPerson, runPageQuery } from './page'

/** Loads the project for a page and for the title of the page, once per request. */
export const loadPageProject = cache((slug: string) => runPageQuery(getProject, { project: slug }))

/** What the header of a project's page shows: the current person with their role and projects, and the project. */
export async function loadProjectShell(slug: string) {
  const [{ actor: person }, project, { projects }] = await Promise.all([
    requireSignedInPerson(),
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
  ])
  return { person, project, role: getProjectRole(person, project), projects }
}
