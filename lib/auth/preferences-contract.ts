import { defineContract, z } from '@/lib/platform/contract'
import { toPropertyNamesKeyword, textField } from '@/lib/platform/fields'
import { type ShortcutAction, shortcutActionNames } from './keymap'
import { allowedKeyPattern } from './keymap-rules'

const actionField = z.enum(shortcutActionNames as readonly [ShortcutAction, ...ShortcutAction[]])

const preferencesReply = z.object({
  /** The key of each action: yours, or the default. */
  keys: z.record(actionField, z.string()),
})

export const getPreferencesContract = defineContract({
  name: 'getPreferences',
  method: 'get',
  path: '/account/preferences',
  summary: 'Get your keyboard shortcuts',
  input: z.strictObject({}),
  reply: preferencesReply,
})

export const savePreferencesContract = defineContract({
  name: 'savePreferences',
  method: 'put',
  path: '/account/preferences',
  summary: 'Save your keyboard shortcuts',
  input: z.strictObject({
    /** Key by action, named as in a browser's key event: `z`, `Enter`. Omitted actions use the default. */
    keys: z
      .partialRecord(actionField, textField(20).openapi({ pattern: allowedKeyPattern }))
      .openapi(toPropertyNamesKeyword({ enum: shortcutActionNames })),
  }),
  reply: preferencesReply,
})
