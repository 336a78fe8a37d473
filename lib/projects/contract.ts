import { defineContract, z } from '@/lib/platform/contract'
import { emailField, filledTextField, idField, projectField } from '@/lib/platform/fields'

export const roles = ['annotator', 'reviewer', 'admin'] as const

const projectReply = z.object({
  id: idField,
  slug: z.string(),
  name: z.string(),
  flow: z.enum(['solution', 'step_choice']),
  overlap: z.number(),
  leaseMinutes: z.number(),
  showsAnswer: z.boolean(),
  guidelineVersion: z.number(),
  /** Yours; null for an instance admin who is not a member. */
  role: z.enum(roles).nullable(),
})

export const createProjectContract = defineContract({
  name: 'createProject',
  method: 'post',
  path: '/projects',
  summary: 'Make a project; you become its admin',
  input: z.strictObject({
    name: filledTextField(120),
    /** The name in addresses; made from the name where left out. */
    slug: projectField.optional(),
    /** How many people label each solution. */
    overlap: z.number().int().min(1).max(10).default(1),
    leaseMinutes: z.number().int().min(1).max(1_440).default(30),
    showsAnswer: z.boolean().default(true),
  }),
  reply: projectReply,
})

export const listProjectsContract = defineContract({
  name: 'listProjects',
  method: 'get',
  path: '/projects',
  summary: 'The projects that you are in; all of them for an instance admin',
  input: z.strictObject({}),
  reply: z.object({ projects: z.array(projectReply) }),
})

export const getProjectContract = defineContract({
  name: 'getProject',
  method: 'get',
  path: '/projects/{project}',
  summary: 'One project',
  input: z.strictObject({ project: projectField }),
  reply: projectReply,
})

export const listMembersContract = defineContract({
  name: 'listMembers',
  method: 'get',
  path: '/projects/{project}/members',
  summary: 'Who is in a project',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    members: z.array(
      z.object({
        user: idField,
        name: z.string(),
        email: z.string(),
        role: z.enum(roles),
        isDisabled: z.boolean(),
      }),
    ),
  }),
})

export const addMemberContract = defineContract({
  name: 'addMember',
  method: 'post',
  path: '/projects/{project}/members',
  summary:
    'Let a person into a project, or change their role; an account is made where there is none',
  input: z.strictObject({
    project: projectField,
    email: emailField,
    name: filledTextField(120),
    role: z.enum(roles),
  }),
  reply: z.object({
    user: idField,
    /** The new account's first password, shown once; null where the account was there. */
    password: z.string().nullable(),
  }),
})
