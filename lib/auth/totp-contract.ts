import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField, textField } from '@/lib/platform/fields'
import { currentPasswordField } from './account-contract'

/** Six digits from the device, or a recovery code; spaces and hyphens as people write them. */
const codeField = textField(60)
const ownPassword = { password: currentPasswordField }
const recoveryCodesReply = z.object({
  /** Shown once, kept as hashes. Each stands in for one code of the device. */
  recoveryCodes: z.array(z.string()),
})

export const getTotpContract = defineContract({
  name: 'getTotp',
  method: 'get',
  path: '/account/totp',
  summary: 'Whether signing in asks you for a code of your device (TOTP)',
  input: z.strictObject({}),
  reply: z.object({
    isOn: z.boolean(),
    since: z.iso.datetime().nullable(),
    /** Recovery codes that were not used. */
    codesLeft: z.number().int(),
    /** Admins are asked to have it; where the installation says so, they, or everybody, get no further without. */
    asked: z.enum(['no', 'advised', 'required']),
    /** False where nobody signs in by password: then the provider asks for what it wants. */
    isOffered: z.boolean(),
  }),
})

export const startTotpContract = defineContract({
  name: 'startTotp',
  method: 'post',
  path: '/account/totp',
  summary: 'Get a secret for your device; nothing is asked of you before a first code confirms it',
  input: z.strictObject(ownPassword),
  reply: z.object({
    /** In base32, for typing it. */
    secret: z.string(),
    /** `otpauth://...`: what the picture says. */
    uri: z.string(),
    /** A QR code of `uri`, as an SVG path on a square of `size` units. */
    picture: z.object({ size: z.number().int(), path: z.string() }),
  }),
})

export const confirmTotpContract = defineContract({
  name: 'confirmTotp',
  method: 'post',
  path: '/account/totp/confirmation',
  summary: 'Switch codes on with a first one from your device',
  input: z.strictObject({ code: codeField }),
  reply: recoveryCodesReply,
})

export const renewRecoveryCodesContract = defineContract({
  name: 'renewRecoveryCodes',
  method: 'post',
  path: '/account/totp/recovery-codes',
  summary: 'Make new recovery codes; the ones before are worth nothing any more',
  input: z.strictObject({ ...ownPassword, code: codeField }),
  reply: recoveryCodesReply,
})

export const endTotpContract = defineContract({
  name: 'endTotp',
  method: 'post',
  path: '/account/totp/end',
  summary: 'Switch codes off',
  input: z.strictObject({ ...ownPassword, code: codeField }),
  reply: z.object({ ended: z.literal(true) }),
})

// For the server's own host, by the command line. It has no address on the network.

export const endTotpForContract = defineContract({
  name: 'endTotpFor',
  method: 'post',
  path: '/host/totp/end',
  summary: 'Switch codes off for somebody who is locked out',
  input: z.strictObject({ user: emailField }),
  reply: z.object({ user: idField, wasOn: z.boolean() }),
})
