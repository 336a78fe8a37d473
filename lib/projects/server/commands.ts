import type { Actor } from '@/lib/auth/actor'
import { insertAccount } from '@/lib/auth/server/accounts'
import { command } from '@/lib/auth/server/operation'
import { isPasswordSignInOff } from '@/lib/auth/server/passwords'
import { findProjectAccess } from '@/lib/auth/server/project-access'
import { requirePerson } from '@/lib/auth/server/require-person'
import { generateSecret } from '@/lib/auth/server/secrets'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { writeGuideline } from '@/lib/projects/guidelines/write-guideline'
import { addMemberContract, createProjectContract, updateProjectContract } from '../contract'
import { makeProjectSlug } from '../slug'
import { copyTemplateSettings } from '../templates'
import { rejectTokenGrantingAdmin, requireSameRole } from './members'
import { toProjectResponse } from './project-response'

/** Number of characters of 6 bits each: at least 128 bits, like every secret here. */
const firstPasswordLength = 22

export const createProject = command(createProjectContract, {
  action: 'project.create',
  scope: 'instance',
  async run({ actor, db }, { slug, name, guideline, ...input }) {
    const { userId } = requirePerson(actor)
    const settings = { ...copyTemplateSettings(input.template), ...dropUndefined(input) }
    const text = guideline === undefined ? writeGuideline(settings) : guideline
    try {
      const project = await db.project.create({
        data: {
          ...settings,
          name: name.trim(),
          slug: slug ?? makeProjectSlug(name),
          members: { create: { userId, role: 'admin' } },
          ...(text === null
            ? {}
            : { guidelines: { create: { version: 1, text, summary: '', userId } } }),
        },
        select: { id: true, slug: true },
      })
      return await readProject(db, actor, project.slug)
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
        throw new AppError('conflict', 'Another project has this slug. Choose a different one.', {
          issues: [{ location: 'slug', reason: 'is taken' }],
        })
      throw error
    }
  },
  audit: ({ template, flow }, { id, slug }) => ({
    projectId: id,
    target: `project:${id}`,
    detail: { slug, template, flow },
  }),
})

export const updateProject = command(updateProjectContract, {
  action: 'project.update',
  scope: 'project',
  async run({ actor, db, project }, { project: slug, ...input }) {
    const { name, ...settings } = dropUndefined(input)
    await db.project.update({
      where: { id: project.id },
      data: { ...settings, ...(name === undefined ? {} : { name: name.trim() }) },
      select: { id: true },
    })
    return readProject(db, actor, slug)
  },
  audit: ({ project: _, ...input }, { id }) => ({
    target: `project:${id}`,
    detail: { changed: Object.keys(dropUndefined(input)) },
  }),
})

/** The project as `getProject` returns it. */
async function readProject(db: Transaction, actor: Actor, slug: string) {
  const project = await findProjectAccess(db, actor, slug)
  if (!project) throw new AppError('not_found', 'There is no such project.')
  return toProjectResponse(project)
}

/** Without undefined keys, so that they don't overwrite existing values. */
function dropUndefined<T extends object>(input: T): T {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T
}

export const addMember = command(addMemberContract, {
  action: 'member.add',
  scope: 'project',
  keepsReply: false,
  async run({ actor, db, project }, { email, name, role }) {
    rejectTokenGrantingAdmin(actor, role)
    const registeredUser = await db.user.findUnique({
      where: { email },
      select: {
        id: true,
        emailVerifiedAt: true,
        members: { where: { projectId: project.id }, select: { role: true } },
      },
    })
    const isMember = registeredUser !== null && registeredUser.members.length > 0
    if (registeredUser && !isMember && !registeredUser.emailVerifiedAt)
      throw makeUnverifiedAddressError(email)
    if (registeredUser && !isMember && !(await canAddAccount(db, actor, registeredUser.id)))
      throw makeNotMemberError(email)
    const password =
      registeredUser || isPasswordSignInOff()
        ? null
        : generateSecret().slice(0, firstPasswordLength)
    const account = {
      email,
      name,
      password,
      isInstanceAdmin: false,
      isAddressVerified: isServerOperator(actor),
      isFirstPassword: true,
    }
    const user = registeredUser?.id ?? (await insertAccount(db, account))
    const membership = { projectId: project.id, userId: user }
    const { count } = await db.member.createMany({
      data: [{ ...membership, role }],
      skipDuplicates: true,
    })
    if (count === 0) await requireSameRole(db, membership, role)
    return { user, password, isNewAccount: !registeredUser }
  },
  audit: ({ role }, { user, isNewAccount }) => ({
    target: `user:${user}`,
    detail: { role, isNewAccount },
  }),
})

/** Whether the caller may say who owns an address: the host and instance admins may, project admins may not. */
const isServerOperator = (actor: Actor): boolean =>
  actor.kind === 'host' || (actor.kind === 'person' && actor.isInstanceAdmin)

/** People join a project by an invite, unless its admin already works with them or is an instance admin. */
async function canAddAccount(db: Transaction, actor: Actor, userId: string): Promise<boolean> {
  if (isServerOperator(actor)) return true
  const [row] = await db.$queryRaw<{ sharesProject: boolean }[]>`
    select exists (select from member own join member other on other.project_id = own.project_id
      where own.user_id = ${requirePerson(actor).userId}::uuid and other.user_id = ${userId}::uuid) as "sharesProject"`
  return row!.sharesProject
}

const makeNotMemberError = (email: string) =>
  new AppError(
    'conflict',
    `The account of ${email} is in none of your projects, so it can’t be added directly. Send an invite to that address instead.`,
  )

/** The creator of that account typed the address, which can be anyone's. */
const makeUnverifiedAddressError = (email: string) =>
  new AppError(
    'conflict',
    `The account of ${email} has not verified its address, so it can’t be added directly. Send an invite to that address instead.`,
  )
