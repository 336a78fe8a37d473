import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { getProgressContract } from '../contract'
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
