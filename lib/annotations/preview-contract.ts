import { defineContract, z } from '@/lib/platform/contract'
import { projectSlugField, textField } from '@/lib/platform/fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'

/** A read by POST: the text is too long for an address. */
export const previewTextContract = defineContract({
  name: 'previewText',
  method: 'post',
  path: '/projects/{project}/previews',
  summary: 'Preview a text',
  input: z.strictObject({ project: projectSlugField, text: textField(20_000) }),
  reply: z.object({ text: typesetTextField }),
})
