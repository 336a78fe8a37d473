import type { Mutation } from './mutation'

const sealed = 'lib/platform/server/sealed.ts'
const opens = (name: string) => ({ file: 'lib/platform/server/sealed.test.ts', name })
const reseal = (name: string) => ({ file: 'cli/secrets.db.test.ts', name })

/** What is sealed under NEXTAUTH_SECRET, and what becomes of it under a new one; and what stands in addresses. */
export const secretMutations: readonly Mutation[] = [
  {
    name: 'sealing anew leaves webhooks out',
    file: 'lib/upkeep/server/sealed-kinds.ts',
    from: '  webhook: sealedWebhooks,\n',
    to: '  webhook: { ...sealedWebhooks, list: async () => [] },\n',
    test: reseal('takes over everything from the one before: resealed, it alone opens all'),
    why: 'The old secret would be taken away, and no message could be signed any more.',
  },
  {
    name: 'an old secret may be weak',
    file: 'lib/platform/server/setting-rules.ts',
    from: '          : findSecretProblem(old)\n',
    to: '          : null\n',
    test: {
      file: 'lib/platform/server/env.test.ts',
      name: 'name an old secret that is %s, without telling it',
    },
    why: 'What it seals is opened: whoever guesses it can write what is believed.',
  },
  {
    name: 'an old secret seals what is new',
    file: sealed,
    from: 'makeKey(readSecret(), purpose), nonce)',
    to: 'makeKey(readOldSecrets()[0] ?? readSecret(), purpose), nonce)',
    test: opens('nothing new is sealed under an old one, and what is sealed anew needs it no more'),
    why: 'It could never go.',
  },
  {
    name: 'an old secret opens nothing',
    file: sealed,
    from: 'for (const secret of before) {',
    to: 'for (const secret of before.slice(before.length)) {',
    test: opens(
      'what was sealed under any that is named still opens, in its place and for its purpose alone',
    ),
    why: 'A new secret would shut out everybody who has codes.',
  },
  {
    name: 'sealing anew puts an old code back',
    file: 'lib/auth/server/sealed-totp.sql.ts',
    from: ' and sealed_secret = ${before}`',
    to: ' and ${before} is not null`',
    test: reseal('does not put a text back in whose place another has come meanwhile'),
    why: 'Who sets codes up anew in that moment would be asked for those of before.',
  },
  {
    name: 'what is used stays under the old secret',
    file: 'lib/auth/server/second-factor.ts',
    from: 'renewSeal(row.sealedSecret, purpose, userId) ?? row.sealedSecret',
    to: 'row.sealedSecret',
    test: {
      file: 'lib/auth/server/totp.db.test.ts',
      name: 'a secret of before that is still named opens it, and it is sealed anew as it is used',
    },
    why: 'What leaked would stay good for those whose rows the command did not reach.',
  },
  {
    name: 'an e-mail address stands in the address of a call',
    file: 'lib/auth/accounts-contract.ts',
    from: '    /** Go on after this account, as `next` says. */\n',
    to: '    email: emailField.optional(),\n    /** Go on after this account, as `next` says. */\n',
    test: {
      file: 'lib/http/server/strict-inputs.test.ts',
      name: 'no call has an e-mail address or a secret in its own address, where logs and histories keep it',
    },
    why: 'Logs of proxies and histories of shells keep addresses.',
  },
  {
    name: 'servers of compose.yaml are told the owner’s password',
    file: 'compose.yaml',
    from: "    POSTGRES_PASSWORD: ''\n",
    to: '',
    test: {
      file: 'scripts/containers.test.ts',
      name: 'in compose.yaml the owner of the database migrates and grants; servers have neither its role nor its password',
    },
    why: 'Who breaks into one would be the owner of the audit log.',
  },
  {
    name: 'a terminal’s secret is believed',
    file: 'lib/upkeep/server/commands.ts',
    from: '    await refuseStrangeSecret(db)\n',
    to: '',
    test: reseal('seals nothing anew, and says so'),
    why: 'All would be sealed under a secret that only a shell had.',
  },
  {
    name: 'the numbers of another secret say that the old one can go',
    file: 'cli/commands/secrets-status.ts',
    from: "  if (started === 'other') return void (shell.status = 1)\n",
    to: '',
    test: reseal('seals nothing anew, and says so'),
    why: 'The servers’ own would be taken away.',
  },
  {
    name: 'a server does not write down under which secret it starts',
    file: 'lib/platform/server/start-checks.ts',
    from: '  await noteStartedSecret()\n',
    to: '',
    test: {
      file: 'lib/platform/server/start-checks.db.test.ts',
      name: 'a server writes down under which secret it starts, once it does',
    },
    why: 'A terminal would be held to the secret of a server that is gone.',
  },
  {
    name: 'a worker does not write down under which secret it starts',
    file: 'cli/commands/worker.ts',
    from: '    await noteStartedSecret()\n',
    to: '',
    test: { file: 'cli/worker.db.test.ts', name: 'a worker does jobs until %s, then ends well' },
    why: 'The same; and one that was left with another secret would not be seen.',
  },
  {
    name: 'a role is looked at only after migrating',
    file: 'lib/upkeep/server/bring-up-to-date.ts',
    from: '    if (role !== null) await checkRole(client, role, password)\n',
    to: '',
    test: {
      file: 'cli/migrate.db.test.ts',
      name: 'is refused for %s before anything is migrated',
    },
    why: 'It would say that nothing was changed, when all was.',
  },
  {
    name: 'a password that a role has is set anew',
    file: 'lib/upkeep/server/make-role.ts',
    from: '  if (known?.maySignIn && (await hasPassword(client, role, password))) return []\n',
    to: '',
    test: {
      file: 'lib/upkeep/server/grant-rights.db.test.ts',
      name: 'stays as it is kept where it is the same, and is another where it is not: by %s',
    },
    why: 'A list of PgBouncer’s that holds what is kept would let no server in.',
  },
]
