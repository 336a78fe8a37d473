import { command, query, requirePerson } from '@/lib/auth/server/operation'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { AppError } from '@/lib/platform/errors'
import { getTransferDatabase, type Transaction } from '@/lib/platform/server/database'
import { typesetText } from '@/lib/problems/typeset-text'
import {
  affectedListed,
  type AffectedFilter,
  previewAffectedContract,
  returnAffectedContract,
} from '../rulings-contract'
import { writeRulingNote } from '../write-rulings'
import {
  countAffected,
  listAffected,
  lockAffected,
  storeReturns,
  type TouchingRuling,
} from './affected.sql'
import { makeNoRuling } from './refuse-ruling'
import { readAs } from './reviewed.sql'
import { findRuling, type RulingRow } from './rulings.sql'
import { sendBack } from './send-back'

/** Texts of a million solutions are looked through for words. */
const longestMs = 60_000
const waitForConnectionMs = 10_000

export const previewAffected = query(previewAffectedContract, {
  action: 'question.read',
  scope: 'project',
  run: ({ project }, { ruling: number, ...given }) =>
    getTransferDatabase().$transaction(
      async (db) => {
        await db.$executeRaw`select set_config('statement_timeout', ${String(longestMs)}, true)`
        const { touching } = await findPublished(db, project, number)
        const filter = readFilter(given)
        const counts = await countAffected(db, touching, filter)
        const rows = await listAffected(db, touching, filter, affectedListed)
        return {
          ...counts,
          listed: rows.map((row) => ({
            ...row,
            problem: typesetText(row.problem),
            submittedAt: row.submittedAt.toISOString(),
          })),
        }
      },
      { timeout: longestMs, maxWait: waitForConnectionMs },
    ),
})

export const returnAffected = command(returnAffectedContract, {
  action: 'ruling.return',
  scope: 'project',
  timeoutMs: longestMs,
  async run({ actor, db, project }, { ruling: number, after, limit, ...given }) {
    const { userId } = requirePerson(actor)
    const { ruling, touching } = await findPublished(db, project, number)
    const annotationIds = await lockAffected(db, touching, readFilter(given), { after, limit })
    await storeReturns(db, touching, { annotationIds, userId })
    const note = writeRulingNote(ruling, touching.version)
    await sendBack(db, { projectId: project.id, annotationIds }, { note, userId })
    const next = annotationIds.length === limit ? annotationIds.at(-1)! : null
    return { returned: annotationIds.length, next }
  },
  audit: ({ ruling }, { returned }) => ({
    target: `ruling:${ruling}`,
    detail: { act: 'return', returned },
  }),
})

function readFilter({ questions, example, noted, words, tag }: AffectedFilter): AffectedFilter {
  return { questions, example, noted, words, tag }
}

async function findPublished(
  db: Transaction,
  project: ProjectAccess,
  number: number,
): Promise<{ ruling: RulingRow; touching: TouchingRuling }> {
  const ruling = await findRuling(db, project.id, number)
  if (!ruling) throw makeNoRuling(number)
  const { id: rulingId, guidelineVersion: version, example } = ruling
  if (version === null)
    throw new AppError(
      'conflict',
      `Ruling ${number} is a draft: nobody can read it yet. Nothing was sent back. Publish it with the guideline first.`,
    )
  return { ruling, touching: { ...readAs(project), rulingId, version, example } }
}
