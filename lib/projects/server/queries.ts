import { query } from '@/lib/auth/server/operation'
import { type ProjectAccess, projectAccessColumnsSql } from '@/lib/auth/server/project-access'
import { requirePerson } from '@/lib/auth/server/require-person'
import { getProjectContract, listMembersContract, listProjectsContract } from '../contract'
import { toProjectResponse } from './project-response'

export const getProject = query(getProjectContract, {
  action: 'project.read',
  scope: 'project',
  run: async ({ project }) => toProjectResponse(project),
})

export const listProjects = query(listProjectsContract, {
  action: 'project.list',
  scope: 'instance',
  async run({ actor, db }) {
    const person = requirePerson(actor)
    const projects = await db.$queryRaw<ProjectAccess[]>`
      select ${projectAccessColumnsSql}
      from project p left join member m on m.project_id = p.id and m.user_id = ${person.userId}::uuid
      where m.role is not null or ${person.isInstanceAdmin}
      order by p.name, p.id`
    return { projects: projects.map(toProjectResponse) }
  },
})

export const listMembers = query(listMembersContract, {
  action: 'member.list',
  scope: 'project',
  async run({ db, project }) {
    const rows = await db.member.findMany({
      where: { projectId: project.id },
      select: {
        role: true,
        user: { select: { id: true, name: true, email: true, disabledAt: true } },
      },
      orderBy: { user: { name: 'asc' } },
    })
    return {
      members: rows.map(({ role, user }) => ({
        user: user.id,
        name: user.name,
        email: user.email,
        role,
        isDisabled: user.disabledAt !== null,
      })),
    }
  },
})
