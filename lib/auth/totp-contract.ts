import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField, textField } from '@/lib/platform/fields'
import { currentPasswordField } from './account-contract'

/** Six digits from the device or, once codes are on, a recovery code. Spaces and hyphens are ignored. */
const codeField = textField(60)
const ownPassword = { password: currentPasswordField }
const recoveryCodesReply = z.object({
  /** Shown once. Each replaces one code. */
  recoveryCodes: z.array(z.string()),
})

export const getTotpContract = defineContract({
  name: 'getTotp',
  method: 'get',
  path: '/account/totp',
  summary: 'Get your two-factor status (TOTP)',
  input: z.strictObject({}),
  reply: z.object({
    isOn: z.boolean(),
    since: z.iso.datetime().nullable(),
    /** Unused recovery codes. */
    codesLeft: z.number().int(),
    /** Whether this person is advised or required to turn codes on. */
    requirement: z.enum(['no', 'advised', 'required']),
    /** False where password sign-in is off. */
    isOffered: z.boolean(),
  }),
})

export const startTotpContract = defineContract({
  name: 'startTotp',
  method: 'post',
  path: '/account/totp',
  summary: 'Create a TOTP secret, which a first code has to confirm',
  input: z.strictObject(ownPassword),
  reply: z.object({
    /** Base32. */
    secret: z.string(),
    /** `otpauth://` URI in the QR code. */
    uri: z.string(),
    /** A QR code of `uri`, as an SVG path on a square of `size` units. */
    picture: z.object({ size: z.number().int(), path: z.string() }),
  }),
})

export const confirmTotpContract = defineContract({
  name: 'confirmTotp',
  method: 'post',
  path: '/account/totp/confirmation',
  summary: 'Confirm the TOTP secret and turn codes on',
  input: z.strictObject({ code: codeField }),
  reply: recoveryCodesReply,
})

export const renewRecoveryCodesContract = defineContract({
  name: 'renewRecoveryCodes',
  method: 'post',
  path: '/account/totp/recovery-codes',
  summary: 'Replace your recovery codes',
  input: z.strictObject({ ...ownPassword, code: codeField }),
  reply: recoveryCodesReply,
})

export const endTotpContract = defineContract({
  name: 'endTotp',
  method: 'post',
  path: '/account/totp/end',
  summary: 'Turn codes off',
  input: z.strictObject({ ...ownPassword, code: codeField }),
  reply: z.object({ ended: z.literal(true) }),
})

// Only for the host's command line, not served over the network.

export const endTotpForContract = defineContract({
  name: 'endTotpFor',
  method: 'post',
  path: '/host/totp/end',
  summary: 'Turn codes off for an account',
  input: z.strictObject({ user: emailField }),
  reply: z.object({ user: idField, wasOn: z.boolean() }),
})
