import { z } from '@/lib/platform/contract'
import { nameField } from '@/lib/platform/fields'

export const maxErrorTags = 20

/** An error type of a project: stored and exported by its tag, displayed by its label. */
export const errorTagField = z.strictObject({
  tag: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lowercase letters, digits and hyphens')
    .max(40),
  label: nameField(120),
})

export type ErrorTag = z.infer<typeof errorTagField>

export const errorTagsField = z
  .array(errorTagField)
  .max(maxErrorTags)
  .refine((tags) => new Set(tags.map(({ tag }) => tag)).size === tags.length, {
    message: 'a tag is listed twice',
  })
