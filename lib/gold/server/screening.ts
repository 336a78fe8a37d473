import { command, query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { lockClaimsOfAnnotator } from '@/lib/queue/server/claim.sql'
import { computeExactAnswersToPass } from '../screening'
import {
  getOwnScreeningContract,
  listScreeningsContract,
  decideScreeningContract,
  startScreeningContract,
} from '../screening-contract'
import { listScreenedAnnotators } from './screened-annotators.sql'
import {
  toScreeningAttemptReply,
  sampleUnseenGold,
  deletePlannedScreening,
  planScreeningAttempt,
  insertScreeningDecision,
  listScreeningAttempts,
  readScreeningStatus,
  storeScreeningStatus,
  type ScreeningStatus,
} from './screening.sql'
import { readQualitySettings } from './settings.sql'

export const getOwnScreening = query(getOwnScreeningContract, {
  action: 'screening.own',
  scope: 'project',
  async run({ actor, db, project }) {
    const person = { projectId: project.id, userId: requirePerson(actor).userId }
    const { screeningItems: items, screeningShare } = await readQualitySettings(db, project.id)
    // Read before the attempts: grading may commit in between, and an admission must not appear without its attempt.
    const status = await readScreeningStatus(db, person)
    const last = (await listScreeningAttempts(db, project.id, person.userId)).at(-1)
    return {
      status,
      items,
      needed: computeExactAnswersToPass(items, screeningShare),
      attempt: last ? toScreeningAttemptReply(last) : null,
    }
  },
})

export const startScreening = command(startScreeningContract, {
  action: 'screening.start',
  scope: 'project',
  async run({ actor, db, project }) {
    const person = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimsOfAnnotator(db, person)
    const status = await readScreeningStatus(db, person)
    if (status !== 'required') throw new AppError('conflict', startErrors[status])
    const { screeningItems: items, screeningShare: passShare } = await readQualitySettings(
      db,
      project.id,
    )
    const solutions = await sampleUnseenGold(db, person, items)
    if (solutions.length < items)
      throw new AppError(
        'conflict',
        'There are too few gold solutions that you have not seen. Nothing was changed. Ask an admin to add gold.',
      )
    const number = await planScreeningAttempt(db, person, { solutions, passShare })
    await storeScreeningStatus(db, person, 'screening', items)
    return { number, items, needed: computeExactAnswersToPass(items, passShare) }
  },
  audit: (_, { number, items }) => ({ target: `screening:${number}`, detail: { items } }),
})

const startErrors = {
  none: 'This project does not screen you. Start labelling.',
  screening: 'Your screening has already started. Continue labelling to finish it.',
  failed: 'You did not pass. An admin decides whether you can try again.',
  admitted: 'You have already passed the screening.',
} as const satisfies Record<Exclude<ScreeningStatus, 'required'>, string>

export const listScreenings = query(listScreeningsContract, {
  action: 'screening.read',
  scope: 'project',
  async run({ db, project }) {
    const { screens } = await readQualitySettings(db, project.id)
    const attempts = Map.groupBy(
      await listScreeningAttempts(db, project.id),
      ({ userId }) => userId,
    )
    const people = await listScreenedAnnotators(db, project.id)
    return {
      screens,
      people: people.map(({ decisions, ...person }) => ({
        ...person,
        attempts: (attempts.get(person.user) ?? []).map(toScreeningAttemptReply),
        decisions: decisions.map(({ at, ...decision }) => ({ ...decision, at: at.toISOString() })),
      })),
    }
  },
})

export const decideScreening = command(decideScreeningContract, {
  action: 'screening.decide',
  scope: 'project',
  async run({ actor, db, project }, { user, kind, note }) {
    const person = { projectId: project.id, userId: user }
    await lockClaimsOfAnnotator(db, person)
    await checkDecision(db, person, kind)
    await deletePlannedScreening(db, person)
    await insertScreeningDecision(db, person, { kind, note, by: requirePerson(actor).userId })
    const status = kind === 'admitted' ? 'admitted' : 'required'
    await storeScreeningStatus(db, person, status)
    return { user, status } as const
  },
  audit: ({ user, kind }) => ({ target: `user:${user}`, detail: { kind } }),
})

async function checkDecision(
  db: Transaction,
  person: { projectId: string; userId: string },
  kind: 'admitted' | 'another_attempt',
): Promise<void> {
  const member = await db.member.findUnique({
    where: { projectId_userId: person },
    select: { role: true },
  })
  if (!member) throw new AppError('not_found', 'Member not found in this project.')
  const status = await readScreeningStatus(db, person)
  if (status === 'none')
    throw new AppError('conflict', 'This member is not screened. Nothing was changed.')
  if (status === 'admitted')
    throw new AppError('conflict', 'This annotator is already admitted. Nothing was changed.')
  if (kind === 'admitted') return
  if (status !== 'failed')
    throw new AppError(
      'conflict',
      'This annotator already has an attempt left. Nothing was changed.',
    )
  const { screeningItems: items } = await readQualitySettings(db, person.projectId)
  const unseenCount = (await sampleUnseenGold(db, person, items)).length
  if (unseenCount < items)
    throw new AppError(
      'conflict',
      `Another attempt needs ${items} gold solutions that this annotator has not seen. There ${unseenCount === 1 ? 'is' : 'are'} ${unseenCount}. Add gold, lower “Solutions per screening”, or admit the annotator.`,
    )
}
