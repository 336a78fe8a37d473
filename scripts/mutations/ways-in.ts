import type { Mutation } from './mutation'

const proveAddress = 'lib/auth/server/prove-address.ts'
const endWaysIn = 'lib/auth/server/end-ways-in.ts'
const accounts = 'lib/auth/server/oidc-accounts.ts'
const oidc = (name: string) => ({ file: 'lib/auth/server/oidc-accounts.db.test.ts', name })
const squatter = oidc('an account that somebody made for another’s address is theirs no more')
const account = (name: string) => ({ file: 'lib/auth/server/account.db.test.ts', name })

export const wayInMutations: readonly Mutation[] = [
  {
    name: 'accounts of before lose their ways in with the next version',
    file: 'prisma/migrations/20261123022431_addresses_proved/migration.sql',
    from: 'update app_user set address_proved_at = created_at;',
    to: '',
    test: {
      file: 'lib/platform/server/migrations.db.test.ts',
      name: 'leave accounts of before their ways in: nobody proved an address then',
    },
    why: 'Whoever signed in by a provider next would lose password, sessions and codes.',
  },
  {
    name: 'who made an account for another’s address keeps their ways in',
    file: proveAddress,
    from: '  await endWaysIn(db, userId)\n',
    to: '',
    test: squatter,
    why: 'They would wait in it for whoever comes.',
  },
  {
    name: 'who made an account for another’s address keeps their password',
    file: proveAddress,
    from: '  await setPassword(db, userId, makeSecret())\n',
    to: '',
    test: squatter,
    why: 'The same.',
  },
  {
    name: 'who made an account for another’s address keeps their device',
    file: proveAddress,
    from: '  if (!keepsCodes) await forgetSecondFactor(db, userId)\n',
    to: '',
    test: squatter,
    why: 'Whose address it is would be asked for the codes of somebody else.',
  },
  {
    name: 'an address that is proved is proved without a trace',
    file: proveAddress,
    from: 'set address_proved_at = now() where',
    to: 'set address_proved_at = null where',
    test: squatter,
    why: 'Everything would end again with each proof.',
  },
  {
    name: 'every proof of an address ends the ways in',
    file: proveAddress,
    from: 'where id = ${userId}::uuid and address_proved_at is null`',
    to: 'where id = ${userId}::uuid`',
    test: oidc('one whose address somebody vouched for keeps its other ways in'),
    why: 'Whoever signs in by a provider for the first time would lose their password.',
  },
  {
    name: 'sessions stay when ways in end',
    file: endWaysIn,
    from: '  await endSessionsOf(db, userId)\n',
    to: '',
    test: squatter,
    why: 'A browser that is open somewhere is a way in.',
  },
  {
    name: 'tokens stay when ways in end',
    file: endWaysIn,
    from: 'update api_token set revoked_at = now() where user_id = ${userId}::uuid and revoked_at is null',
    to: 'update api_token set revoked_at = now() where user_id = ${userId}::uuid and false',
    test: squatter,
    why: 'A script goes on for a year.',
  },
  {
    name: 'links for a new password stay when ways in end',
    file: endWaysIn,
    from: '  await endResets(db, userId)\n',
    to: '',
    test: squatter,
    why: 'Whoever has kept one sets the password of whose account it is now.',
  },
  {
    name: 'who is disabled comes back with what they had',
    file: 'lib/auth/server/accounts-commands.ts',
    from: '  await endWaysIn(db, userId)\n',
    to: '',
    test: {
      file: 'lib/auth/server/accounts-commands.db.test.ts',
      name: 'ends its sessions and tokens on their next request, and for good',
    },
    why: 'What had leaked would open again.',
  },
  {
    name: 'a provider may be another than that of the settings',
    file: 'lib/auth/server/oidc-provider.ts',
    from: 'if (withoutSlash(claims.iss) !== withoutSlash(issuer))',
    to: "if (claims.iss === '')",
    test: {
      file: 'lib/auth/server/oidc-provider.test.ts',
      name: 'a provider whose document names %s is not believed',
    },
    why: 'Its document would say whom to believe.',
  },
  {
    name: 'a subject is the same person at every provider',
    file: accounts,
    from: 'findUnique({\n    where: { issuer_subject: { issuer, subject } },',
    to: 'findFirst({\n    where: { subject },',
    test: oidc('a subject is somebody else at another provider'),
    why: 'Many number their people from one on.',
  },
  {
    name: 'who is disabled signs in at the provider',
    file: accounts,
    from: "return link.user.disabledAt ? refuseOidc('unknown', userId) : {",
    to: 'return {',
    test: oidc('a disabled account is refused before it was linked and after'),
    why: 'The provider knows nothing of who was shown out here.',
  },
  {
    name: 'the session that a browser had goes on beside its new one',
    file: 'lib/auth/server/begin-session.ts',
    from: '  if (former !== null) await revokeSession(former)\n',
    to: '',
    test: {
      file: 'lib/auth/server/sessions.db.test.ts',
      name: 'is dead once somebody signs in anew in the same browser, and others go on',
    },
    why: 'Nobody could sign out of it any more.',
  },
  {
    name: 'guesses of who is signed in are not counted',
    file: 'lib/auth/server/prove-password.ts',
    from: "  if (actor.kind === 'person' && actor.via.kind === 'session') await countOwnGuess(actor)\n",
    to: '',
    test: account('a browser that is found open is no way around the limit of guesses'),
    why: 'Whoever finds a browser open could guess without end.',
  },
  {
    name: 'switching codes off takes guesses without end',
    file: 'lib/auth/server/totp-commands.ts',
    from: "action: 'totp.end',\n  scope: 'instance',\n  keepsReply: false,\n  admit: countProof,\n",
    to: "action: 'totp.end',\n  scope: 'instance',\n  keepsReply: false,\n",
    test: {
      file: 'lib/auth/server/totp.db.test.ts',
      name: '%s is no way around the limit of guesses',
      only: 'endTotp is no way around the limit of guesses',
    },
    why: 'A million codes are few.',
  },
  {
    name: 'links for a new password do not end together',
    file: 'lib/auth/server/password-resets.ts',
    from: 'where user_id = ${userId}::uuid and ended_at is null`',
    to: 'where user_id = ${userId}::uuid and false`',
    test: account('ends links for another one that were asked for before'),
    why: 'A mail from before would set the password back.',
  },
  {
    name: 'a new password leaves links for another one',
    file: 'lib/auth/server/account-commands.ts',
    from: '    await endResets(db, person.userId)\n',
    to: '',
    test: account('ends links for another one that were asked for before'),
    why: 'The same.',
  },
  {
    name: 'a new password by link leaves the other links',
    file: 'lib/auth/server/reset-commands.ts',
    from: '    await endResets(db, userId)\n',
    to: '',
    test: {
      file: 'lib/auth/server/reset-commands.db.test.ts',
      name: 'sets it once, and ends every session and every other link',
    },
    why: 'The same.',
  },
  {
    name: 'a link that was made on the host proves an address',
    file: 'lib/auth/server/reset-commands.ts',
    from: ' and not r.is_by_host',
    to: '',
    test: {
      file: 'cli/host-commands.db.test.ts',
      name: 'proves no address, as a link does that was mailed: what a stranger left there ends',
    },
    why: 'Whoever made the account before its owner came would keep their tokens.',
  },
]
