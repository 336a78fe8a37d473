import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, int32Max, projectField, textField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { roles } from '@/lib/projects/contract'
import { guidelineMaxLength } from '@/lib/projects/settings'
import { summaryMaxLength } from './guideline-limits'

const versionField = z.number().int().min(1).max(int32Max)
const versionInQuery = z.coerce.number().int().min(1).max(int32Max)

const versionReply = z.object({
  version: z.number(),
  /** What is new since the version before; empty for the first. */
  summary: z.string(),
  publishedAt: z.iso.datetime(),
  /** The name of who did. */
  publishedBy: z.string(),
})

/** What is different between two versions: one passage after the other, in the order of the text. */
const changesReply = z.object({
  since: z.number(),
  /** Too much is different to be listed: the whole text is to be read. */
  isRewritten: z.boolean(),
  passages: z.array(
    z.object({
      /** The heading that it stands under; null at the beginning. */
      under: z.string().nullable(),
      /** Null where something was added. */
      before: typesetField.nullable(),
      /** Null where something was taken out. */
      now: typesetField.nullable(),
    }),
  ),
})

export const getGuidelineContract = defineContract({
  name: 'getGuideline',
  method: 'get',
  path: '/projects/{project}/guideline',
  summary: 'What annotators are told: the latest version, or one that is asked for',
  input: z.strictObject({
    project: projectField,
    version: versionInQuery.optional(),
    /** Also says what is different from this version. */
    since: versionInQuery.optional(),
  }),
  reply: z.object({
    latest: z.number(),
    /** The version that you have said to have read; 0 for none. */
    read: z.number(),
    /** Null where the project has no text yet. */
    guideline: versionReply.extend({ text: typesetField, source: z.string() }).nullable(),
    /** Null where nothing earlier was asked for, or it has no text. */
    changes: changesReply.nullable(),
  }),
})

export const getGuidelineStateContract = defineContract({
  name: 'getGuidelineState',
  method: 'get',
  path: '/projects/{project}/guideline/state',
  summary: 'Whether you have to read the guideline before you label',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    guidelineVersion: z.number(),
    guidelineRead: z.number(),
    hasText: z.boolean(),
    /** Null for an instance admin who is not a member: nothing is kept of what they read. */
    role: z.enum(roles).nullable(),
    needsGuideline: z.boolean(),
    /** The practice solutions were done. */
    tutorialDone: z.boolean(),
  }),
})

export const listGuidelineVersionsContract = defineContract({
  name: 'listGuidelineVersions',
  method: 'get',
  path: '/projects/{project}/guideline/versions',
  summary: 'The versions of the guideline, latest first',
  input: z.strictObject({
    project: projectField,
    /** Only versions before this one: the last of the page before. */
    before: versionInQuery.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ versions: z.array(versionReply) }),
})

export const publishGuidelineContract = defineContract({
  name: 'publishGuideline',
  method: 'post',
  path: '/projects/{project}/guideline',
  summary: 'Publish the next version of the guideline; everybody reads it before they go on',
  input: z.strictObject({
    project: projectField,
    text: filledTextField(guidelineMaxLength),
    /** What is new, in a few words. */
    summary: filledTextField(summaryMaxLength),
    /** The latest version as you knew it; refused with `conflict` where there is a newer one. */
    basedOn: versionField,
  }),
  reply: z.object({ version: z.number() }),
})

export const acknowledgeGuidelineContract = defineContract({
  name: 'acknowledgeGuideline',
  method: 'post',
  path: '/projects/{project}/guideline/reading',
  summary: 'Say that you have read a version of the guideline',
  input: z.strictObject({ project: projectField, version: versionField }),
  reply: z.object({
    /** What counts as read now; 0 for an instance admin who is not a member. */
    read: z.number(),
    latest: z.number(),
  }),
})

/** A read by POST: the text is too long for an address. */
export const previewGuidelineContract = defineContract({
  name: 'previewGuideline',
  method: 'post',
  path: '/projects/{project}/guideline/preview',
  summary: 'A guideline as it would be read, and what would be new in it; nothing is kept',
  input: z.strictObject({ project: projectField, text: textField(guidelineMaxLength) }),
  reply: z.object({ text: typesetField, changes: changesReply.nullable() }),
})
