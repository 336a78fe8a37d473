import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

export interface NewGuidelineVersion {
  text: string
  /** Short summary of the changes. */
  summary: string
  /** The latest version that the author knew. */
  basedOn: number
}

/**
 * Adds the next version of a guideline and returns its number. Throws `conflict` with `latest` if `basedOn` is
 * not the latest version, and `invalid_input` if the text is the same.
 */
export async function publishGuidelineVersion(
  db: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
  { text, summary, basedOn }: NewGuidelineVersion,
): Promise<number> {
  const version = await raiseVersion(db, projectId, basedOn)
  const previous = await db.guidelineVersion.findUnique({
    where: { projectId_version: { projectId, version: basedOn } },
    select: { text: true },
  })
  const lineEnds = /\r\n?/g
  const normalisedText = text.replace(lineEnds, '\n')
  if (previous?.text === normalisedText)
    throw new AppError(
      'invalid_input',
      `The text is identical to version ${basedOn}. Nothing was published.`,
      { issues: [{ location: 'text', reason: `is identical to version ${basedOn}` }] },
    )
  await db.guidelineVersion.create({
    data: { projectId, version, text: normalisedText, summary: summary.trim(), userId },
    select: { version: true },
  })
  return version
}

/**
 * The condition is checked on the locked row, so one of two concurrent versions is rejected. A
 * project without a text already has a version, which labels can refer to; its first text gets the
 * next version.
 */
async function raiseVersion(db: Transaction, projectId: string, basedOn: number): Promise<number> {
  const rows = await db.$queryRaw<{ version: number }[]>`
    update project set guideline_version = guideline_version + 1
    where id = ${projectId}::uuid and guideline_version = ${basedOn}
    returning guideline_version as version`
  const newVersion = rows[0]?.version
  if (newVersion !== undefined) return newVersion
  const { guidelineVersion: latest } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { guidelineVersion: true },
  })
  throw new AppError(
    'conflict',
    latest > basedOn
      ? `Version ${latest} was published in the meantime, so yours was not. Merge its changes into your text and publish again.`
      : `Version ${basedOn} does not exist. The latest is ${latest}. Nothing was published.`,
    { latest },
  )
}
