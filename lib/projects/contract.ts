import { defineContract, z } from '@/lib/platform/contract'
import {
  emailField,
  nonBlankTextField,
  idField,
  nameField,
  projectSlugField,
} from '@/lib/platform/fields'
import { errorTagsField } from './error-tags'
import {
  flows,
  graderModes,
  guidelineMaxLength,
  maxLeaseMinutes,
  maxOverlap,
  projectNameMaxLength,
  projectTemplates,
  stepSplittings,
} from './settings'

export const memberRoles = ['annotator', 'reviewer', 'admin'] as const

/** Settings that a template sets and an admin can change. */
const templateSettings = z.object({
  /** Applies to future imports. */
  splitting: z.enum(stepSplittings),
  /** Applies to future imports. */
  graderMode: z.enum(graderModes),
  asksExplanation: z.boolean(),
  asksProgress: z.boolean(),
  /** Existing annotations keep tags that are no longer listed. */
  errorTags: errorTagsField,
})

export type TemplateSettings = z.infer<typeof templateSettings>

/** Settings that no template sets. */
const settings = z.object({
  /** Annotators per solution. Applies to solutions added to the queue from now on. */
  overlap: z.number().int().min(1).max(maxOverlap),
  leaseMinutes: z.number().int().min(1).max(maxLeaseMinutes),
  showsAnswer: z.boolean(),
  hidesAnnotatorNames: z
    .boolean()
    .describe('Whether review pages hide annotators while their annotations disagree'),
})

const projectReply = z.object({
  id: idField,
  slug: z.string(),
  name: z.string(),
  flow: z.enum(flows),
  /** Template it was created with. */
  template: z.enum(projectTemplates),
  ...templateSettings.shape,
  ...settings.shape,
  /** Annotators see the known answer after they submit gold. */
  explainsGold: z.boolean(),
  guidelineVersion: z.number(),
  /** Guideline version you confirmed reading; 0 for none. */
  confirmedGuidelineVersion: z.number(),
  /** Your role; null for an instance admin who is not a member. */
  role: z.enum(memberRoles).nullable(),
})

const projectNameField = nameField(projectNameMaxLength)

export const createProjectContract = defineContract({
  name: 'createProject',
  method: 'post',
  path: '/projects',
  summary: 'Create a project and become its admin',
  input: z.strictObject({
    name: projectNameField,
    /** Name in URLs; derived from `name` by default. */
    slug: projectSlugField.optional(),
    /** `solution`: rate steps up to the first error. `step_choice`: rate options and choose one. */
    flow: z.enum(flows).default('solution'),
    overlap: settings.shape.overlap.default(1),
    leaseMinutes: settings.shape.leaseMinutes.default(30),
    showsAnswer: settings.shape.showsAnswer.default(true),
    hidesAnnotatorNames: settings.shape.hidesAnnotatorNames.default(true),
    /** Sets those of the settings from `splitting` to `errorTags` that are omitted. */
    template: z.enum(projectTemplates).default('mathematics'),
    ...templateSettings.partial().shape,
    /** First version of the guideline instead of the template's; null for none. */
    guideline: nonBlankTextField(guidelineMaxLength).nullable().optional(),
  }),
  reply: projectReply,
})

export const updateProjectContract = defineContract({
  name: 'updateProject',
  method: 'patch',
  path: '/projects/{project}',
  summary: 'Update project settings; omitted settings stay unchanged',
  input: z.strictObject({
    project: projectSlugField,
    name: projectNameField.optional(),
    ...settings.partial().shape,
    ...templateSettings.partial().shape,
  }),
  reply: projectReply,
})

export const listProjectsContract = defineContract({
  name: 'listProjects',
  method: 'get',
  path: '/projects',
  summary: 'List your projects; all projects for an instance admin',
  input: z.strictObject({}),
  reply: z.object({ projects: z.array(projectReply) }),
})

export const getProjectContract = defineContract({
  name: 'getProject',
  method: 'get',
  path: '/projects/{project}',
  summary: 'Get a project',
  input: z.strictObject({ project: projectSlugField }),
  reply: projectReply,
})

export const listMembersContract = defineContract({
  name: 'listMembers',
  method: 'get',
  path: '/projects/{project}/members',
  summary: 'List members',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    members: z.array(
      z.object({
        user: idField,
        name: z.string(),
        email: z.string(),
        role: z.enum(memberRoles),
        isDisabled: z.boolean(),
      }),
    ),
  }),
})

export const addMemberContract = defineContract({
  name: 'addMember',
  method: 'post',
  path: '/projects/{project}/members',
  summary: 'Add a member, creating an account if needed',
  input: z.strictObject({
    project: projectSlugField,
    email: emailField,
    name: nameField(120),
    role: z.enum(memberRoles),
  }),
  reply: z.object({
    user: idField,
    /**
     * First password of a new account, shown once and valid for 7 days; null for an existing account or where passwords
     * are off.
     */
    password: z.string().nullable(),
    isNewAccount: z.boolean(),
  }),
})

export const changeRoleContract = defineContract({
  name: 'changeRole',
  method: 'put',
  path: '/projects/{project}/members/{user}',
  summary: 'Change the role of a member',
  input: z.strictObject({ project: projectSlugField, user: idField, role: z.enum(memberRoles) }),
  reply: z.object({ role: z.enum(memberRoles) }),
})

export const removeMemberContract = defineContract({
  name: 'removeMember',
  method: 'delete',
  path: '/projects/{project}/members/{user}',
  summary: 'Remove a member and release their leases; annotations are kept',
  input: z.strictObject({ project: projectSlugField, user: idField }),
  reply: z.object({ removed: z.literal(true) }),
})
