import { type MutationsByGuarantee, createTestReferenceMaker } from './mutation'

const signInAttempts = 'lib/auth/server/sign-in-attempts.ts'
const resetCommands = 'lib/auth/server/reset-commands.ts'
const oidcAccounts = 'lib/auth/server/oidc-accounts.ts'
const invites = 'lib/projects/server/invites.sql.ts'
const sessionsTest = createTestReferenceMaker('lib/auth/server/sessions.db.test.ts')
const resetCommandsTest = createTestReferenceMaker('lib/auth/server/reset-commands.db.test.ts')
const oidcAccountsTest = createTestReferenceMaker('lib/auth/server/oidc-accounts.db.test.ts')
const invitesTest = createTestReferenceMaker('lib/projects/server/invites.db.test.ts')

export const signInMutations: MutationsByGuarantee = {
  'sign-in attempts': [
    {
      name: 'Guesses per account are not limited',
      why: 'Passwords can be guessed.',
      file: signInAttempts,
      from: '  if (!refusal) return null\n',
      to: '  if (!refusal || refusal.retryAfterSeconds > 0) return null\n',
      test: sessionsTest(
        'is rejected past the account’s limit of attempts, even with the correct password',
      ),
    },
    {
      name: 'Guesses per address are not limited',
      why: 'One password can be tried on every account.',
      file: signInAttempts,
      from: 'ipAddress === null ? null : await consumeRateLimitPoint(byIpAddress, ipAddress)',
      to: 'ipAddress === null ? null : null',
      test: sessionsTest(
        'is rejected past the limit per IP address, even for an account without failed attempts',
      ),
    },
    {
      name: 'Known browser counts for other accounts',
      why: 'Its owner guesses past the limits of all others.',
      file: 'lib/auth/server/known-browsers.ts',
      from: ' and b.expires_at > now() and u.email = ${email}`',
      to: ' and b.expires_at > now() and ${email} = ${email}`',
      test: {
        file: 'lib/auth/server/known-browsers.db.test.ts',
        name: 'counts as an unknown browser for every other account, existing or not',
      },
    },
  ],
  'account enumeration': [
    {
      name: 'Unknown account skips the password hash',
      why: 'The response time tells who has an account.',
      file: 'lib/auth/server/passwords.ts',
      from: '  const matches = await verify(',
      to: '  if (storedHash === null) return false\n  const matches = await verify(',
      test: {
        file: 'lib/auth/server/passwords.test.ts',
        name: 'verifying a wrong password takes about as long without an account as with one',
      },
    },
    {
      name: 'Password reset rejects unknown addresses',
      why: 'The answer tells who has an account.',
      file: resetCommands,
      from: "    await enqueueJob(db, 'mail', { kind: 'reset', user: user?.id ?? null,",
      to: "    if (!user) throw new AppError('not_found', 'No account.')\n    await enqueueJob(db, 'mail', { kind: 'reset', user: user?.id ?? null,",
      test: resetCommandsTest(
        'gives the same reply and audit entry, and enqueues a job, for existing',
      ),
    },
  ],
  passwords: [
    {
      name: 'Leaked passwords are accepted',
      why: 'Attackers try them first.',
      file: 'lib/auth/server/password-strength.ts',
      from: ' && !isLeakedPassword(password)) return',
      to: ') return',
      test: {
        file: 'lib/auth/server/leaked-passwords.test.ts',
        name: 'rejects %s, which is in the list of leaked passwords, but accepts it as part of a longer one',
      },
    },
    {
      name: 'Password change does not need the current one',
      why: 'Anyone who finds an open browser takes the account.',
      file: 'lib/auth/server/account-commands.ts',
      from: "    await requireOwnPassword(db, person, current, 'current')\n",
      to: '',
      test: {
        file: 'lib/auth/server/account.db.test.ts',
        name: 'is rejected without the correct current password',
      },
    },
    {
      name: 'Password length is not limited',
      why: 'Hashing a huge password keeps the processor busy.',
      file: 'lib/auth/server/check-credentials.ts',
      from: ' || credentials.password.length > passwordMaxLength)',
      to: ')',
      test: sessionsTest(
        'is rejected if the password or address is too long, and a password that is too long counts as an attempt',
      ),
    },
    {
      name: 'First password gives full access',
      why: 'No one ever changes it.',
      file: 'lib/auth/authorise.ts',
      from: 'actor.hasFirstPassword && !row.withFirstPassword',
      to: 'actor.hasFirstPassword && row.withFirstPassword',
      test: {
        file: 'lib/projects/server/first-passwords.db.test.ts',
        name: 'gives access only to the account page until it is changed',
      },
    },
    {
      name: 'Passwords work where they are turned off',
      why: 'The rules of the provider are bypassed.',
      file: 'lib/auth/server/check-credentials.ts',
      from: "  if (isPasswordSignInOff()) return { kind: 'refused' }\n",
      to: '  isPasswordSignInOff()\n',
      test: {
        file: 'lib/auth/server/totp.db.test.ts',
        name: 'the provider must report a second factor where passwords are off',
      },
    },
  ],
  'sign-in providers': [
    {
      name: 'Provider sign-in accepts unverified addresses',
      why: 'Anyone opens any account at a lax provider.',
      file: oidcAccounts,
      from: '!claims.email || claims.email_verified !== true',
      to: '!claims.email',
      test: oidcAccountsTest(
        'an address whose email_verified is %s neither signs in nor links to an account',
      ),
    },
    {
      name: 'Provider sign-in ignores the issuer',
      why: 'Two providers number their users alike.',
      file: oidcAccounts,
      from: 'findUnique({\n    where: { issuer_subject: { issuer, subject } },',
      to: 'findFirst({\n    where: { subject },',
      test: oidcAccountsTest('the same subject at another provider identifies a different person'),
    },
    {
      name: 'Issuer of the provider is not checked',
      why: 'A forged document decides whom to trust.',
      file: 'lib/auth/server/oidc-provider.ts',
      from: 'if (withoutSlash(claims.iss) !== withoutSlash(issuer))',
      to: "if (claims.iss === '')",
      test: {
        file: 'lib/auth/server/oidc-provider.test.ts',
        name: 'rejects claims whose issuer is %s instead of the one in the settings',
      },
    },
  ],
  'account takeover': [
    {
      name: 'Verifying an address keeps earlier access',
      why: 'The person who created the account waits inside it.',
      file: 'lib/auth/server/confirm-email-address.ts',
      from: '  await revokeAccountAccess(db, userId)\n',
      to: '',
      test: oidcAccountsTest(
        'the owner of a verified address takes over an account that someone else created with it',
      ),
    },
  ],
  invites: [
    {
      name: 'Invite works twice',
      why: 'A forwarded link lets strangers in.',
      file: invites,
      from: "where i.id = ${id}::uuid and ${inviteStateSql} = 'pending'`\n  return updatedCount",
      to: 'where i.id = ${id}::uuid`\n  return updatedCount',
      test: invitesTest('can be accepted by only one of ten concurrent calls'),
    },
    {
      name: 'Invite works for any address',
      why: 'A stranger joins in the place of the invited.',
      file: 'lib/projects/server/accept-invite.ts',
      from: 'if (email !== null && email !== ownEmail)',
      to: 'if (email !== null && email === "")',
      test: invitesTest('can’t be accepted by anyone else, signed in or not'),
    },
    {
      name: 'Invite outlives the rights of its creator',
      why: 'A dismissed admin keeps a back door.',
      file: invites,
      from: 'or not ${isInviterActiveSql} then',
      to: 'then',
      test: invitesTest('is revoked if its author leaves while it is being created'),
    },
  ],
  'reset links': [
    {
      name: 'Reset link works twice',
      why: 'Old mail opens the account.',
      file: resetCommands,
      from: '${hashSecret(secret)} and ended_at is null and expires_at > now()',
      to: '${hashSecret(secret)} and expires_at > now()',
      also: [{ from: "    if (state !== 'pending') throw linkExpiredError()\n", to: '' }],
      test: resetCommandsTest(
        'sets the password once, and ends every session and every other password link',
      ),
    },
  ],
  'last admin': [
    {
      name: 'Two project admins can remove each other at once',
      why: 'No one can manage the project.',
      file: 'lib/projects/server/members.ts',
      from: 'order by m.user_id for no key update of m`',
      to: 'order by m.user_id`',
      test: {
        file: 'lib/projects/server/members.db.test.ts',
        name: 'is rejected for the last admin, even if two admins remove each other concurrently',
      },
    },
  ],
}
