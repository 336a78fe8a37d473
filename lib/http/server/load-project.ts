import { cache } from 'react'
import { runQuery } from './page'
import { getProject } from '@/lib/projects/server/queries'

/** The project of a page, and of the title above it. Once for each request. */
export const loadProject = cache((slug: string) => runQuery(getProject, { project: slug }))
