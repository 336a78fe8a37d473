import { defineContract, z } from '@/lib/platform/contract'
import { textField } from '@/lib/platform/fields'
import { type KeyAct, keyActNames } from './keys'

const actField = z.enum(keyActNames as readonly [KeyAct, ...KeyAct[]])

const preferencesReply = z.object({
  /** Every act of the labelling page and its key: yours where you moved it, else the one it began with. */
  keys: z.record(actField, z.string()),
})

export const getPreferencesContract = defineContract({
  name: 'getPreferences',
  method: 'get',
  path: '/account/preferences',
  summary: 'Your keys for the labelling page',
  input: z.strictObject({}),
  reply: preferencesReply,
})

export const savePreferencesContract = defineContract({
  name: 'savePreferences',
  method: 'put',
  path: '/account/preferences',
  summary: 'Put acts of the labelling page on other keys',
  input: z.strictObject({
    /** By act, as a browser names the key: `z`, `Enter`. An act that is left out goes back to its own. */
    keys: z.partialRecord(actField, textField(20)),
  }),
  reply: preferencesReply,
})
