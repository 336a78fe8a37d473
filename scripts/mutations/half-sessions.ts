import type { Mutation } from './mutation'

const sessions = 'lib/auth/server/sessions.ts'
const enter = 'lib/auth/server/enter.ts'
const finish = 'lib/auth/server/finish-sign-in.ts'
const provider = 'lib/auth/server/oidc-provider.ts'
const half = (name: string) => ({ file: 'lib/auth/server/half-session.db.test.ts', name })
const totp = (name: string) => ({ file: 'lib/auth/server/totp.db.test.ts', name })
const said = (name: string) => ({ file: 'lib/auth/server/oidc-provider.test.ts', name })
const noted = (name: string) => ({ file: 'lib/auth/server/note-sign-in.db.test.ts', name })

const halfRow = '  if (row.awaitsCode) return { actor: halfSignedIn, seen: null }\n'
const asPerson = (lacksTotp: boolean) =>
  `  if (row.awaitsCode) {
    const { sessionId, ...person } = row
    const via = { kind: 'session', sessionId } as const
    return { actor: { ...person, kind: 'person', lacksTotp: ${lacksTotp}, via }, seen: null }
  }
`

export const halfSessionMutations: readonly Mutation[] = [
  {
    name: 'a half session reads what is its person’s own',
    file: sessions,
    from: halfRow,
    to: asPerson(true),
    test: half('reads nothing of the account'),
    why: 'A provider is one proof; who switches codes on asks for two.',
  },
  {
    name: 'a half session makes a token',
    file: sessions,
    from: halfRow,
    to: asPerson(false),
    test: half('makes no token and changes nothing of how one signs in'),
    why: 'A token is asked for no code, and goes on when the ten minutes are over.',
  },
  {
    name: 'who is half signed in may do what strangers may',
    file: 'lib/auth/authorise.ts',
    from: "actor.kind === 'anonymous' && actor.awaitsCode)",
    to: "actor.kind === 'anonymous' && actor.awaitsCode && row.grants.length === 0)",
    test: {
      file: 'lib/http/server/authorisation.db.test.ts',
      name: 'by %s',
      only: 'acceptInvite by half-signed-in',
    },
    why: 'An invite would be accepted by whoever came half way.',
  },
  {
    name: 'what a provider says of a second factor is not looked at',
    file: enter,
    from: 'const isStrong = saysSecondFactor(claims.data ?? {}, strongAcr)',
    to: 'const isStrong = strongAcr.length >= 0',
    test: half('is half signed in where it says %j, for ten minutes'),
    why: 'Codes would be asked for after a password alone.',
  },
  {
    name: 'any method at the provider is a second factor',
    file: provider,
    from: "(Array.isArray(amr) && amr.includes('mfa'))",
    to: '(Array.isArray(amr) && amr.length > 0)',
    test: said('of %j it is believed that a second factor was used: %s'),
    why: 'A password is a method too.',
  },
  {
    name: 'any acr is a second factor',
    file: provider,
    from: 'strongAcr.some((word) => word === acr)',
    to: "typeof acr === 'string'",
    test: said('of %j it is believed that a second factor was used: %s'),
    why: 'Most providers say one of everybody.',
  },
  {
    name: 'how somebody signed in is read from the user info',
    file: provider,
    from: 'const { email, email_verified } =',
    to: 'const { email, email_verified, amr, acr } =',
    also: [{ from: 'const { iss, sub, amr, acr } = claims', to: 'const { iss, sub } = claims' }],
    test: said('how somebody signed in there comes from the signed token, whatever the user info'),
    why: 'It is not signed, and tells of the person, not of this time.',
  },
  {
    name: 'guesses at the code after a provider are not counted',
    file: finish,
    from: 'await countGuess(guessed, address)',
    to: 'null as number | null',
    test: half('is a guess like those at the door: past the limit none is looked at'),
    why: 'A million codes are few.',
  },
  {
    name: 'a half session lasts as long as any',
    file: 'prisma/migrations/20261123151357_session_stages/migration.sql',
    from: " and expires_at <= created_at + interval '10 minutes'",
    to: '',
    test: half('is not made longer by a request, nor by the table'),
    why: 'Who got half way would have a week for the rest.',
  },
  {
    name: 'a half session opens twice',
    file: sessions,
    from: "    if (proof.by === 'code' && !(await takeHalfSession(db, proof.half))) return null\n",
    to: '',
    test: half('of two right ones at once one goes on'),
    why: 'It is over once it was used.',
  },
  {
    name: 'a whole session is begun anew by a code',
    file: sessions,
    from: '${liveSession} and s.awaits_code and u.disabled_at is null`',
    to: '${liveSession} and u.disabled_at is null`',
    also: [
      {
        from: 'where s.secret_hash = ${hashSecret(secret)} and ${liveSession} and s.awaits_code`\n  return taken',
        to: 'where s.secret_hash = ${hashSecret(secret)} and ${liveSession}`\n  return taken',
      },
    ],
    test: half('is asked of a half session alone: a whole one is not begun anew by it'),
    why: 'A week would become as many as one likes.',
  },
  {
    name: 'the log says that somebody is in who is half way',
    file: sessions,
    from: "case when not s.awaits_code then ${selectDoorEntry('session.begin', targetSession)} end",
    to: "${selectDoorEntry('session.begin', targetSession)}",
    test: half('for ten minutes, and the log does not say that they are in'),
    why: 'It is read to know who was in.',
  },
  {
    name: 'a half session is listed with those of the account',
    file: 'lib/auth/server/account-queries.ts',
    from: ' and not s.awaits_code',
    to: '',
    test: half('is no session of the account, and ends with the others of it'),
    why: 'The page says where one is signed in.',
  },
  {
    name: 'a provider’s word on a second factor is not asked of the session',
    file: 'lib/auth/server/second-factor.ts',
    from: ' and not s.has_provider_factor',
    to: '',
    test: totp('a second factor at the provider will do, in the session that it said so of'),
    why: 'Who used two would be asked for a third.',
  },
  {
    name: 'every session from a provider has a second factor',
    file: sessions,
    from: "const hasFactor = proof.by === 'provider' && proof.saysSecondFactor",
    to: "const hasFactor = proof.by === 'provider'",
    test: totp('where passwords are off it is the provider that must say so'),
    why: 'What is required of all would be required of nobody who comes by it.',
  },
  {
    name: 'everybody is admins',
    file: 'lib/auth/server/second-factor.ts',
    from: "  if (totpRequiredOf === 'everybody') return Prisma.sql`true`\n",
    to: "  if (totpRequiredOf === 'everybody') return isAnyAdmin\n",
    test: totp('everybody must where the installation says so'),
    why: 'Annotators see data too.',
  },
  {
    name: 'the line says that somebody is in before they are',
    file: enter,
    from: "  const begun = await beginSession(userId, knock, { by: 'password', passwordHash })\n",
    to: "  noteSignIn({ way: 'password', outcome: 'signed_in', userId, factors })\n  const begun = await beginSession(userId, knock, { by: 'password', passwordHash })\n",
    test: noted('by password, which is changed while it is looked at: that nobody is in'),
    why: 'It is read to know who was in.',
  },
  {
    name: 'the line of who was refused names nobody',
    file: enter,
    from: 'userId: await findWantedAccount(email),',
    to: 'userId: null,',
    test: noted('by password: who, what was right, and what came of it'),
    why: 'Whoever reads the log wants to know whose account is tried.',
  },
  {
    name: 'the line of who was refused says what they typed',
    file: enter,
    from: 'userId: await findWantedAccount(email),',
    to: 'userId: email,',
    test: noted(
      'by password: nobody where there is no such account, and nothing of what was typed',
    ),
    why: 'People type passwords into the wrong field.',
  },
  {
    name: 'the line says nothing of a provider’s second factor',
    file: enter,
    from: "isStrong ? ['provider', 'provider_mfa'] : ['provider']",
    to: "['provider']",
    test: noted('by provider: what it says of a second factor, and a code after it'),
    why: 'It tells by which factors somebody came in.',
  },
]
