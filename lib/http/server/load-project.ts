import { cache } from 'react'
import { getProject } from '@/lib/projects/server/queries'
import { runPageQuery } from './page'

/** Loads the project of a page and its title, once per request. */
export const loadPageProject = cache((slug: string) => runPageQuery(getProject, { project: slug }))
