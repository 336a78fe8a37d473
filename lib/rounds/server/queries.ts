import { query } from '@/lib/auth/server/operation'
import {
  getRoundContract,
  getRoundYieldContract,
  maxListedEndedPlans,
  maxListedRounds,
  listRoundsContract,
} from '../contract'
import { computeRoundYield } from '../yield'
import { toRoundReply, readRoundReply } from './round-reply'
import { listRoundRows } from './round-rows.sql'
import { readRoundYield, readSecondsPerStep } from './yield.sql'

export const getRound = query(getRoundContract, {
  action: 'round.read',
  scope: 'project',
  run: ({ db, project }, { round }) =>
    readRoundReply(db, { projectId: project.id, roundId: round }),
})

export const listRounds = query(listRoundsContract, {
  action: 'round.read',
  scope: 'project',
  async run({ db, project }, { number }) {
    const rows = await listRoundRows(db, project.id, {
      number,
      rounds: maxListedRounds,
      ended: maxListedEndedPlans,
    })
    const secondsPerStep = rows.length === 0 ? null : await readSecondsPerStep(db, project.id)
    return { rounds: rows.map((row) => toRoundReply(row, secondsPerStep)) }
  },
})

/** Of a slice whose solutions have all left the queue. */
const emptySliceYield = { solutions: 0, annotations: 0, needed: 0, waiting: 0, segments: [] }

export const getRoundYield = query(getRoundYieldContract, {
  action: 'round.read',
  scope: 'project',
  async run({ db, project }, { round }) {
    const { number, outcome } = await readRoundReply(db, {
      projectId: project.id,
      roundId: round,
    })
    if (number === null || outcome === null) return computeRoundYield([])
    const yieldBySlice = await readRoundYield(db, project.id, number)
    const slices = outcome.slices
      .filter(({ queued }) => queued > 0)
      .map(({ slice, queued }) => ({
        ...(yieldBySlice.get(slice) ?? emptySliceYield),
        slice,
        queued,
      }))
    return computeRoundYield(slices)
  },
})
