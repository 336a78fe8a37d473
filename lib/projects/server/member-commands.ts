import { command } from '@/lib/auth/server/operation'
import { changeRoleContract, removeMemberContract } from '../contract'
import { deleteMember, rejectTokenGrantingAdmin, changeMemberRole } from './members'

export const changeRole = command(changeRoleContract, {
  action: 'member.change',
  scope: 'project',
  async run({ actor, db, project }, { user, role }) {
    rejectTokenGrantingAdmin(actor, role)
    await changeMemberRole(db, { projectId: project.id, userId: user }, role)
    return { role }
  },
  audit: ({ user, role }) => ({ target: `user:${user}`, detail: { role } }),
})

export const removeMember = command(removeMemberContract, {
  action: 'member.change',
  scope: 'project',
  async run({ db, project }, { user }) {
    await deleteMember(db, { projectId: project.id, userId: user })
    return { removed: true as const }
  },
  audit: ({ user }) => ({ target: `user:${user}`, detail: { operation: 'remove' } }),
})
