import { countOwnAnnotationsToday } from '@/lib/annotations/server/count-own-annotations.sql'
import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { getOwnProgressContract, getProgressContract } from '../contract'
import { countProjectProgress } from './progress.sql'

export const getProgress = query(getProgressContract, {
  action: 'project.progress',
  scope: 'project',
  run: ({ actor, db, project }) =>
    countProjectProgress(
      db,
      { projectId: project.id, userId: requirePerson(actor).userId },
      project.role === 'annotator' ? 'own' : 'all',
    ),
})

/** A part of the progress that does not read the whole project. */
export const getOwnProgress = query(getOwnProgressContract, {
  action: 'project.progress',
  scope: 'project',
  async run({ actor, db, project }) {
    const { userId } = requirePerson(actor)
    return { doneToday: await countOwnAnnotationsToday(db, { projectId: project.id, userId }) }
  },
})
