import { query } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Database } from '@/lib/platform/server/database'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import {
  getGuidelineContract,
  getGuidelineStateContract,
  listGuidelineVersionsContract,
  previewGuidelineContract,
} from '../guideline-contract'
import { mustReadGuideline } from '../must-read-guideline'
import { previewTextContract } from '../preview-contract'
import { typesetGuidelineChanges, typesetGuideline } from './guideline-text'

export const getGuideline = query(getGuidelineContract, {
  action: 'guideline.read',
  scope: 'project',
  async run({ db, project }, { version, since }) {
    const latest = project.guidelineVersion
    const status = { latest, read: project.confirmedGuidelineVersion }
    const guideline = await findVersion(db, project.id, version ?? latest)
    if (!guideline) {
      if (version === undefined || version === latest)
        return { ...status, guideline: null, changes: null }
      throw new AppError('not_found', `Guideline version ${version} does not exist.`)
    }
    const isEarlier = since !== undefined && since < guideline.version
    const before = isEarlier ? await findVersion(db, project.id, since) : null
    const { text: source, ...versionRow } = guideline
    return typesetReply((typesetter) => ({
      ...status,
      guideline: {
        ...describeVersion(versionRow),
        source,
        text: typesetGuideline(typesetter, source),
      },
      changes: before && typesetGuidelineChanges(typesetter, before, source),
    }))
  },
})

export const getGuidelineState = query(getGuidelineStateContract, {
  action: 'guideline.read',
  scope: 'project',
  async run({ actor, db, project }) {
    const { id: projectId, guidelineVersion, confirmedGuidelineVersion, role } = project
    const hasText = (await db.guidelineVersion.count({ where: { projectId } })) > 0
    const member =
      actor.kind === 'person' && role !== null
        ? await db.member.findUnique({
            where: { projectId_userId: { projectId, userId: actor.userId } },
            select: { tutorialDoneAt: true },
          })
        : null
    const status = { guidelineVersion, confirmedGuidelineVersion, hasText, role }
    return {
      ...status,
      needsGuideline: mustReadGuideline(status),
      hasFinishedPractice: (member?.tutorialDoneAt ?? null) !== null,
    }
  },
})

export const listGuidelineVersions = query(listGuidelineVersionsContract, {
  action: 'guideline.read',
  scope: 'project',
  async run({ db, project }, { before, limit }) {
    const versions = await db.guidelineVersion.findMany({
      where: {
        projectId: project.id,
        ...(before === undefined ? {} : { version: { lt: before } }),
      },
      select: versionColumns,
      orderBy: { version: 'desc' },
      take: limit,
    })
    return { versions: versions.map(describeVersion) }
  },
})

export const previewGuideline = query(previewGuidelineContract, {
  action: 'guideline.publish',
  scope: 'project',
  async run({ db, project }, { text }) {
    const latest = await findVersion(db, project.id, project.guidelineVersion)
    return typesetReply((typesetter) => ({
      text: typesetGuideline(typesetter, text),
      changes: latest && typesetGuidelineChanges(typesetter, latest, text),
    }))
  },
})

export const previewText = query(previewTextContract, {
  action: 'annotation.read',
  scope: 'project',
  run: (_, { text }) => typesetReply((typesetter) => ({ text: typesetter.text(text) })),
})

const versionColumns = {
  version: true,
  summary: true,
  publishedAt: true,
  user: { select: { name: true } },
} as const

function findVersion(db: Database, projectId: string, version: number) {
  return db.guidelineVersion.findUnique({
    where: { projectId_version: { projectId, version } },
    select: { ...versionColumns, text: true },
  })
}

function describeVersion(row: {
  version: number
  summary: string
  publishedAt: Date
  user: { name: string }
}) {
  const { version, summary, publishedAt, user } = row
  return { version, summary, publishedAt: publishedAt.toISOString(), publishedBy: user.name }
}
