import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, textField } from '@/lib/platform/fields'
import { accountReply, passwordField } from './contract'

/** Any password that may be asked for again: what it was made under may have been other rules. */
export const currentPasswordField = textField(256)

export const updateAccountContract = defineContract({
  name: 'updateAccount',
  method: 'patch',
  path: '/account',
  summary: 'Change the name that others see of you',
  input: z.strictObject({ name: filledTextField(120) }),
  reply: accountReply,
})

export const changePasswordContract = defineContract({
  name: 'changePassword',
  method: 'put',
  path: '/account/password',
  summary: 'Change your password; every other session of yours ends',
  input: z.strictObject({ current: currentPasswordField, password: passwordField }),
  reply: z.object({ endedSessions: z.number().int() }),
})

export const listSessionsContract = defineContract({
  name: 'listSessions',
  method: 'get',
  path: '/account/sessions',
  summary: 'Where you are signed in',
  input: z.strictObject({}),
  reply: z.object({
    sessions: z.array(
      z.object({
        id: idField,
        /** `Firefox on Linux`; null where the browser did not say. */
        device: z.string().nullable(),
        /** The network address that signed in; null where it is not known. */
        address: z.string().nullable(),
        createdAt: z.iso.datetime(),
        /** To the minute. */
        lastSeenAt: z.iso.datetime(),
        /** The one that asks. */
        isThis: z.boolean(),
      }),
    ),
    /** Browsers in which guesses at this account are counted apart, but this one; also where nobody is signed in. */
    knownElsewhere: z.number().int(),
  }),
})

export const endSessionContract = defineContract({
  name: 'endSession',
  method: 'delete',
  path: '/account/sessions/{session}',
  summary: 'End a session of yours: it is dead at its next request',
  input: z.strictObject({ session: idField }),
  reply: z.object({ ended: z.literal(true) }),
})

export const endOtherSessionsContract = defineContract({
  name: 'endOtherSessions',
  method: 'delete',
  path: '/account/sessions',
  summary: 'End every session of yours but the one that asks, and know no other browser any more',
  input: z.strictObject({}),
  reply: z.object({ endedSessions: z.number().int() }),
})
