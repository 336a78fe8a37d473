import { defineContract, z } from '@/lib/platform/contract'
import { idField, nameField, textField } from '@/lib/platform/fields'
import { accountReply, passwordField } from './contract'

/** Has no minimum length, because the password may have been set under earlier rules. */
export const currentPasswordField = textField(256)

export const updateAccountContract = defineContract({
  name: 'updateAccount',
  method: 'patch',
  path: '/account',
  summary: 'Rename your account',
  input: z.strictObject({ name: nameField(120) }),
  reply: accountReply,
})

export const changePasswordContract = defineContract({
  name: 'changePassword',
  method: 'put',
  path: '/account/password',
  summary: 'Change your password and sign out your other sessions',
  input: z.strictObject({ current: currentPasswordField, password: passwordField }),
  reply: z.object({ endedSessions: z.number().int() }),
})

export const listSessionsContract = defineContract({
  name: 'listSessions',
  method: 'get',
  path: '/account/sessions',
  summary: 'List your sessions',
  input: z.strictObject({}),
  reply: z.object({
    sessions: z.array(
      z.object({
        id: idField,
        /** `Firefox on Linux`; null if unknown. */
        browser: z.string().nullable(),
        /** IP address at sign-in; null if unknown. */
        address: z.string().nullable(),
        createdAt: z.iso.datetime(),
        /** To the minute. */
        lastSeenAt: z.iso.datetime(),
        /** Whether this session made the request. */
        isThis: z.boolean(),
      }),
    ),
    /** Other browsers in which the account has signed in by password; each has its own limit of attempts. */
    otherKnownBrowsers: z.number().int(),
  }),
})

export const endSessionContract = defineContract({
  name: 'endSession',
  method: 'delete',
  path: '/account/sessions/{session}',
  summary: 'End one of your sessions',
  input: z.strictObject({ session: idField }),
  reply: z.object({ ended: z.literal(true) }),
})

export const endOtherSessionsContract = defineContract({
  name: 'endOtherSessions',
  method: 'delete',
  path: '/account/sessions',
  summary: 'End your other sessions and forget other known browsers',
  input: z.strictObject({}),
  reply: z.object({ endedSessions: z.number().int() }),
})
