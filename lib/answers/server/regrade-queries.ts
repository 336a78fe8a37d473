import { query } from '@/lib/auth/server/operation'
import { getRegradeContract, listRegradesContract } from '../contract'
import { toRegradeReply, readRegradeReply } from './regrade-reply'
import { listRegradeRows } from './regrade-rows.sql'

const maxListedRegrades = 50

export const getRegrade = query(getRegradeContract, {
  action: 'regrade.read',
  scope: 'project',
  run: ({ db, project }, { regrade }) =>
    readRegradeReply(db, { projectId: project.id, regradeId: regrade }),
})

export const listRegrades = query(listRegradesContract, {
  action: 'regrade.read',
  scope: 'project',
  async run({ db, project }) {
    const rows = await listRegradeRows(db, project.id, maxListedRegrades)
    return { regrades: rows.map(toRegradeReply) }
  },
})
