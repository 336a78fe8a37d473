import { cache } from 'react'
import { runPageQuery } from './page'
import { getProject } from '@/lib/projects/server/queries'

/** Loads the project of a page and its title, once per request. */
export const loadPageProject = cache((slug: string) => runPageQuery(getProject, { project: slug }))
