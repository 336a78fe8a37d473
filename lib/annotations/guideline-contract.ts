import { defineContract, z } from '@/lib/platform/contract'
import { nonBlankTextField, int32Max, projectSlugField, textField } from '@/lib/platform/fields'
import { memberRoles } from '@/lib/projects/contract'
import { guidelineMaxLength } from '@/lib/projects/settings'
import { typesetTextField } from '@/lib/typesetting/typeset-field'
import { guidelineSummaryMaxLength } from './guideline-limits'

const versionField = z.number().int().min(1).max(int32Max)
const versionInQuery = z.coerce.number().int().min(1).max(int32Max)

const versionReply = z.object({
  version: z.number(),
  /** Summary of the changes; empty for version 1, which is created with the project. */
  summary: z.string(),
  publishedAt: z.iso.datetime(),
  /** Name of the author. */
  publishedBy: z.string(),
})

/** The changed passages, in the order of the text. */
const changesReply = z.object({
  since: z.number(),
  /** The changes are too many to list or to compute; `passages` is empty. */
  isRewritten: z.boolean(),
  passages: z.array(
    z.object({
      /** The heading above the passage; null before the first, and for a passage that begins with a heading. */
      heading: z.string().nullable(),
      /** Null if the passage was added. */
      before: typesetTextField.nullable(),
      /** Null if the passage was removed. */
      after: typesetTextField.nullable(),
    }),
  ),
})

export const getGuidelineContract = defineContract({
  name: 'getGuideline',
  method: 'get',
  path: '/projects/{project}/guideline',
  summary: 'Get the guideline',
  input: z.strictObject({
    project: projectSlugField,
    version: versionInQuery.optional(),
    /** Adds the changes since this version. */
    since: versionInQuery.optional(),
  }),
  reply: z.object({
    latest: z.number(),
    /** The version that you confirmed to have read; 0 for none. */
    read: z.number(),
    /** Null if the project has no guideline yet. */
    guideline: versionReply.extend({ text: typesetTextField, source: z.string() }).nullable(),
    /** Null without `since`, or if no earlier version has that number. */
    changes: changesReply.nullable(),
  }),
})

export const getGuidelineStateContract = defineContract({
  name: 'getGuidelineState',
  method: 'get',
  path: '/projects/{project}/guideline/state',
  summary: 'Check whether you must read the guideline',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    guidelineVersion: z.number(),
    /** 0 for none. */
    confirmedGuidelineVersion: z.number(),
    hasText: z.boolean(),
    /** Null for an instance admin who is not a member. */
    role: z.enum(memberRoles).nullable(),
    needsGuideline: z.boolean(),
    /** Whether you finished the practice. */
    hasFinishedPractice: z.boolean(),
  }),
})

export const listGuidelineVersionsContract = defineContract({
  name: 'listGuidelineVersions',
  method: 'get',
  path: '/projects/{project}/guideline/versions',
  summary: 'List guideline versions, latest first',
  input: z.strictObject({
    project: projectSlugField,
    /** Cursor: the last version of the previous page. */
    before: versionInQuery.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ versions: z.array(versionReply) }),
})

export const publishGuidelineContract = defineContract({
  name: 'publishGuideline',
  method: 'post',
  path: '/projects/{project}/guideline',
  summary: 'Publish a new version of the guideline',
  input: z.strictObject({
    project: projectSlugField,
    text: nonBlankTextField(guidelineMaxLength),
    /** Short summary of the changes. */
    summary: nonBlankTextField(guidelineSummaryMaxLength),
    /** The latest version that you know; rejected with `conflict` if there is a newer one. */
    basedOn: versionField,
  }),
  reply: z.object({ version: z.number() }),
})

export const acknowledgeGuidelineContract = defineContract({
  name: 'acknowledgeGuideline',
  method: 'post',
  path: '/projects/{project}/guideline/reading',
  summary: 'Confirm that you have read a version of the guideline',
  input: z.strictObject({ project: projectSlugField, version: versionField }),
  reply: z.object({
    /** The confirmed version; 0 for an instance admin who is not a member. */
    read: z.number(),
    latest: z.number(),
  }),
})

/** A read by POST: the text is too long for an address. */
export const previewGuidelineContract = defineContract({
  name: 'previewGuideline',
  method: 'post',
  path: '/projects/{project}/guideline/preview',
  summary: 'Preview a guideline and its changes',
  input: z.strictObject({ project: projectSlugField, text: textField(guidelineMaxLength) }),
  reply: z.object({ text: typesetTextField, changes: changesReply.nullable() }),
})
