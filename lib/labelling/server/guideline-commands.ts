import { command, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { acknowledgeGuidelineContract, publishGuidelineContract } from '../guideline-contract'

export const publishGuideline = command(publishGuidelineContract, {
  action: 'guideline.publish',
  scope: 'project',
  async run({ actor, db, project }, { text, summary, basedOn }) {
    const { userId } = requirePerson(actor)
    const version = await raiseVersion(db, project.id, basedOn)
    const before = await db.guidelineVersion.findUnique({
      where: { projectId_version: { projectId: project.id, version: basedOn } },
      select: { text: true },
    })
    const lineEnds = /\r\n?/g
    const written = text.replace(lineEnds, '\n')
    if (before?.text === written)
      throw new AppError(
        'invalid_input',
        `This is version ${basedOn}, word for word. Nothing was published: nobody has to read it again.`,
        { issues: [{ place: 'text', reason: `is the same as version ${basedOn}` }] },
      )
    await db.guidelineVersion.create({
      data: { projectId: project.id, version, text: written, summary: summary.trim(), userId },
      select: { version: true },
    })
    return { version }
  },
  audit: (_, { version }) => ({ target: `guideline:${version}` }),
})

/**
 * The condition holds on the locked row, so of two who publish at once one is refused. A project without a text has a
 * version as well, which labels may name: its first text is the next.
 */
async function raiseVersion(db: Transaction, projectId: string, basedOn: number): Promise<number> {
  const rows = await db.$queryRaw<{ version: number }[]>`
    update project set guideline_version = guideline_version + 1
    where id = ${projectId}::uuid and guideline_version = ${basedOn}
    returning guideline_version as version`
  const raised = rows[0]?.version
  if (raised !== undefined) return raised
  const { guidelineVersion: latest } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { guidelineVersion: true },
  })
  throw new AppError(
    'conflict',
    latest > basedOn
      ? `Somebody published version ${latest} meanwhile. Nothing was published; your text is still here. Read what is new in version ${latest}, then publish again on top of it.`
      : `There is no version ${basedOn} yet: the latest is ${latest}. Nothing was published.`,
    { latest },
  )
}

export const acknowledgeGuideline = command(acknowledgeGuidelineContract, {
  action: 'guideline.acknowledge',
  scope: 'project',
  async run({ actor, db, project }, { version }) {
    const { userId } = requirePerson(actor)
    const latest = project.guidelineVersion
    if (version > latest)
      throw new AppError(
        'not_found',
        `There is no version ${version} yet: the latest is ${latest}.`,
      )
    const rows = await db.$queryRaw<{ read: number }[]>`
      update member set guideline_read = greatest(guideline_read, ${version})
      where project_id = ${project.id}::uuid and user_id = ${userId}::uuid
      returning guideline_read as read`
    // An instance admin who is not a member has nowhere to keep it, and is not asked to read it.
    return { read: rows[0]?.read ?? 0, latest }
  },
  audit: ({ version }) => ({ target: `guideline:${version}` }),
})
