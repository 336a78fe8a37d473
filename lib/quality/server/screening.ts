import { command, query, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { lockClaimer } from '@/lib/queue/server/claim.sql'
import { countNeeded } from '../screening'
import {
  getOwnScreeningContract,
  listScreeningsContract,
  ruleOnScreeningContract,
  startScreeningContract,
} from '../screening-contract'
import { listScreened } from './screened-people.sql'
import {
  describeAttempt,
  drawUnseenGold,
  endPlanned,
  insertAttempt,
  insertRuling,
  listAttempts,
  readStanding,
  setStanding,
  type Standing,
} from './screening.sql'
import { readQualitySettings } from './settings.sql'

export const getOwnScreening = query(getOwnScreeningContract, {
  action: 'screening.own',
  scope: 'project',
  async run({ actor, db, project }) {
    const person = { projectId: project.id, userId: requirePerson(actor).userId }
    const { screeningItems: items, screeningShare } = await readQualitySettings(db, project.id)
    const last = (await listAttempts(db, project.id, person.userId)).at(-1)
    return {
      standing: await readStanding(db, person),
      items,
      needed: countNeeded(items, screeningShare),
      attempt: last ? describeAttempt(last) : null,
    }
  },
})

export const startScreening = command(startScreeningContract, {
  action: 'screening.start',
  scope: 'project',
  async run({ actor, db, project }) {
    const person = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, person)
    const standing = await readStanding(db, person)
    if (standing !== 'due') throw new AppError('conflict', whyNotStarted[standing])
    const { screeningItems: items, screeningShare: passShare } = await readQualitySettings(
      db,
      project.id,
    )
    const solutions = await drawUnseenGold(db, person, items)
    if (solutions.length < items)
      throw new AppError(
        'conflict',
        'There are too few solutions that you have not seen and whose first errors are known. Nothing was changed. An admin of the project has to add some.',
      )
    const number = await insertAttempt(db, person, { solutions, passShare })
    await setStanding(db, person, 'screening', items)
    return { number, items, needed: countNeeded(items, passShare) }
  },
  audit: (_, { number, items }) => ({ target: `screening:${number}`, detail: { items } }),
})

const whyNotStarted = {
  none: 'There is no screening for you in this project.',
  screening: 'You are at it already: what you are served next belongs to it.',
  failed: 'You did not pass. An admin of the project decides whether you may try once more.',
  admitted: 'You are in: there is nothing to pass any more.',
} as const satisfies Record<Exclude<Standing, 'due'>, string>

export const listScreenings = query(listScreeningsContract, {
  action: 'screening.read',
  scope: 'project',
  async run({ db, project }) {
    const { screens } = await readQualitySettings(db, project.id)
    const attempts = Map.groupBy(await listAttempts(db, project.id), ({ userId }) => userId)
    const people = await listScreened(db, project.id)
    return {
      screens,
      people: people.map(({ rulings, ...person }) => ({
        ...person,
        attempts: (attempts.get(person.user) ?? []).map(describeAttempt),
        rulings: rulings.map(({ at, ...ruling }) => ({ ...ruling, at: at.toISOString() })),
      })),
    }
  },
})

export const ruleOnScreening = command(ruleOnScreeningContract, {
  action: 'screening.rule',
  scope: 'project',
  async run({ actor, db, project }, { user, kind, note }) {
    const person = { projectId: project.id, userId: user }
    await lockClaimer(db, person)
    await refuseRuling(db, person, kind)
    await endPlanned(db, person)
    await insertRuling(db, person, { kind, note, by: requirePerson(actor).userId })
    const standing = kind === 'admitted' ? 'admitted' : 'due'
    await setStanding(db, person, standing)
    return { user, standing } as const
  },
  audit: ({ user, kind }) => ({ target: `user:${user}`, detail: { kind } }),
})

async function refuseRuling(
  db: Transaction,
  person: { projectId: string; userId: string },
  kind: 'admitted' | 'another_try',
): Promise<void> {
  const member = await db.member.findUnique({
    where: { projectId_userId: person },
    select: { role: true },
  })
  if (!member) throw new AppError('not_found', 'Nobody of this project has this id.')
  const standing = await readStanding(db, person)
  if (standing === 'none')
    throw new AppError('conflict', 'This person is not screened: nothing keeps them from work.')
  if (standing === 'admitted')
    throw new AppError('conflict', 'This person is in already. Nothing was changed.')
  if (kind === 'admitted') return
  if (standing !== 'failed')
    throw new AppError('conflict', 'This person has a try already. Nothing was changed.')
  const { screeningItems: items } = await readQualitySettings(db, person.projectId)
  const unseen = (await drawUnseenGold(db, person, items)).length
  if (unseen < items)
    throw new AppError(
      'conflict',
      `Another try needs ${items} gold solutions that this person has not seen, and there ${unseen === 1 ? 'is' : 'are'} ${unseen}. Nothing was changed. Mark or import more gold, ask for fewer, or let them in.`,
    )
}
