import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

export interface NewVersion {
  text: string
  /** What is new, in a few words. */
  summary: string
  /** The latest version as its writer knew it. */
  basedOn: number
}

/**
 * Adds the next version of a project's guideline, and returns its number. Throws `conflict` with `latest` where somebody
 * published meanwhile, and `invalid_input` where not a word is new.
 */
export async function publishVersion(
  db: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
  { text, summary, basedOn }: NewVersion,
): Promise<number> {
  const version = await raiseVersion(db, projectId, basedOn)
  const before = await db.guidelineVersion.findUnique({
    where: { projectId_version: { projectId, version: basedOn } },
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
    data: { projectId, version, text: written, summary: summary.trim(), userId },
    select: { version: true },
  })
  return version
}

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
