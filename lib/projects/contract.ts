import { defineContract, z } from '@/lib/platform/contract'
import { emailField, filledTextField, idField, projectField } from '@/lib/platform/fields'
import { errorTagsField } from './error-tags'
import {
  flows,
  graderModes,
  guidelineMaxLength,
  leaseMinutesMax,
  overlapMax,
  projectNameMaxLength,
  projectTemplates,
  splittings,
} from './settings'

export const roles = ['annotator', 'reviewer', 'admin'] as const

const projectReply = z.object({
  id: idField,
  slug: z.string(),
  name: z.string(),
  flow: z.enum(flows),
  overlap: z.number(),
  leaseMinutes: z.number(),
  showsAnswer: z.boolean(),
  /** What the project began as. */
  template: z.enum(projectTemplates),
  splitting: z.enum(splittings),
  graderMode: z.enum(graderModes),
  asksExplanation: z.boolean(),
  asksProgress: z.boolean(),
  errorTags: errorTagsField,
  /** Reviewers see who labelled what only once they have ruled on it. */
  hidesLabelers: z.boolean(),
  /** After gold was answered, its author is told what was known. */
  explainsGold: z.boolean(),
  guidelineVersion: z.number(),
  /** The guideline's version that you have said to have read; 0 for none. */
  guidelineRead: z.number(),
  /** Yours; null for an instance admin who is not a member. */
  role: z.enum(roles).nullable(),
})

const nameField = filledTextField(projectNameMaxLength)
const overlapField = z.number().int().min(1).max(overlapMax)
const leaseMinutesField = z.number().int().min(1).max(leaseMinutesMax)

export const createProjectContract = defineContract({
  name: 'createProject',
  method: 'post',
  path: '/projects',
  summary: 'Make a project; you become its admin',
  input: z.strictObject({
    name: nameField,
    /** The name in addresses; made from the name where left out. */
    slug: projectField.optional(),
    /** `solution`: steps are rated as far as the first error. `step_choice`: options are rated, and one goes on. */
    flow: z.enum(flows).default('solution'),
    /** How many people label each solution. */
    overlap: overlapField.default(1),
    leaseMinutes: leaseMinutesField.default(30),
    showsAnswer: z.boolean().default(true),
    /** Sets whatever of the following is left out. */
    template: z.enum(projectTemplates).default('mathematics'),
    splitting: z.enum(splittings).optional(),
    graderMode: z.enum(graderModes).optional(),
    asksExplanation: z.boolean().optional(),
    asksProgress: z.boolean().optional(),
    errorTags: errorTagsField.optional(),
    hidesLabelers: z.boolean().default(true),
    /** Version 1 of the guideline, in place of the template's; null for none as yet. */
    guideline: filledTextField(guidelineMaxLength).nullable().optional(),
  }),
  reply: projectReply,
})

export const updateProjectContract = defineContract({
  name: 'updateProject',
  method: 'patch',
  path: '/projects/{project}',
  summary: 'Change settings of a project; what is left out stays as it is',
  input: z.strictObject({
    project: projectField,
    name: nameField.optional(),
    /** For solutions that come into the queue from now on; those in it keep theirs. */
    overlap: overlapField.optional(),
    leaseMinutes: leaseMinutesField.optional(),
    showsAnswer: z.boolean().optional(),
    asksExplanation: z.boolean().optional(),
    asksProgress: z.boolean().optional(),
    /** Annotations keep their tags, also those that are no longer listed. */
    errorTags: errorTagsField.optional(),
    hidesLabelers: z.boolean().optional(),
    /** For imports from now on. */
    splitting: z.enum(splittings).optional(),
    /** For imports from now on. */
    graderMode: z.enum(graderModes).optional(),
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
    /** The new account's first password, shown once, good for 7 days and to be changed at first sign-in; null where the account was there, or where nobody has a password. */
    password: z.string().nullable(),
    isNewAccount: z.boolean(),
  }),
})

export const changeRoleContract = defineContract({
  name: 'changeRole',
  method: 'put',
  path: '/projects/{project}/members/{user}',
  summary: 'Give a member another role',
  input: z.strictObject({ project: projectField, user: idField, role: z.enum(roles) }),
  reply: z.object({ role: z.enum(roles) }),
})

export const removeMemberContract = defineContract({
  name: 'removeMember',
  method: 'delete',
  path: '/projects/{project}/members/{user}',
  summary: 'Take a person out of a project; what they hold goes back, what they labelled stays',
  input: z.strictObject({ project: projectField, user: idField }),
  reply: z.object({ removed: z.literal(true) }),
})
