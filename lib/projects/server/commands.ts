import { insertAccount } from '@/lib/auth/server/accounts'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { makeSecret } from '@/lib/auth/server/secrets'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import { addMemberContract, createProjectContract } from '../contract'
import { makeSlug } from '../slug'

const firstPasswordLength = 20

export const createProject = command(createProjectContract, {
  action: 'project.create',
  scope: 'instance',
  async run({ actor, db }, { slug, name, ...settings }) {
    const { userId } = requirePerson(actor)
    try {
      const project = await db.project.create({
        data: {
          ...settings,
          name: name.trim(),
          slug: slug ?? makeSlug(name),
          members: { create: { userId, role: 'admin' } },
        },
        select: {
          id: true,
          slug: true,
          name: true,
          flow: true,
          overlap: true,
          leaseMinutes: true,
          showsAnswer: true,
          guidelineVersion: true,
        },
      })
      return { ...project, role: 'admin' as const }
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
        throw new AppError('conflict', 'A project has this address already. Choose another.', {
          issues: [{ place: 'slug', reason: 'is taken' }],
        })
      throw error
    }
  },
  audit: (_, { id, slug }) => ({ target: `project:${id}`, detail: { slug } }),
})

export const addMember = command(addMemberContract, {
  action: 'member.add',
  scope: 'project',
  keepsReply: false,
  async run({ db, project }, { email, name, role }) {
    const known = await db.user.findUnique({ where: { email }, select: { id: true } })
    const password = known ? null : makeSecret().slice(0, firstPasswordLength)
    const user =
      known?.id ??
      (await insertAccount(db, { email, name, password: password!, isInstanceAdmin: false }))
    await db.member.upsert({
      where: { projectId_userId: { projectId: project.id, userId: user } },
      create: { projectId: project.id, userId: user, role },
      update: { role },
      select: { role: true },
    })
    return { user, password }
  },
  audit: ({ role }, { user, password }) => ({
    target: `user:${user}`,
    detail: { role, isNewAccount: password !== null },
  }),
})
