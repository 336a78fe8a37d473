import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import { acknowledgeGuidelineContract, publishGuidelineContract } from '../guideline-contract'
import { publishGuidelineVersion } from './publish-guideline-version'

export const publishGuideline = command(publishGuidelineContract, {
  action: 'guideline.publish',
  scope: 'project',
  async run({ actor, db, project }, { project: _, ...version }) {
    const { userId } = requirePerson(actor)
    return {
      version: await publishGuidelineVersion(db, { projectId: project.id, userId }, version),
    }
  },
  audit: (_, { version }) => ({ target: `guideline:${version}` }),
})

export const acknowledgeGuideline = command(acknowledgeGuidelineContract, {
  action: 'guideline.acknowledge',
  scope: 'project',
  async run({ actor, db, project }, { version }) {
    const { userId } = requirePerson(actor)
    const latest = project.guidelineVersion
    if (version > latest)
      throw new AppError('not_found', `Version ${version} does not exist. The latest is ${latest}.`)
    const rows = await db.$queryRaw<{ read: number }[]>`
      update member set guideline_read = greatest(guideline_read, ${version})
      where project_id = ${project.id}::uuid and user_id = ${userId}::uuid
      returning guideline_read as read`
    // An instance admin who is not a member has no row to store it in and need not read it.
    return { read: rows[0]?.read ?? 0, latest }
  },
  audit: ({ version }) => ({ target: `guideline:${version}` }),
})
