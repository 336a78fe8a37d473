import type { Mutation } from './mutation'

const sessions = 'lib/auth/server/sessions.ts'
const live = 'lib/auth/server/live-session.ts'
const session = (name: string) => ({ file: 'lib/auth/server/sessions.db.test.ts', name })
const totp = (name: string) => ({ file: 'lib/auth/server/totp.db.test.ts', name })
const account = (name: string) => ({ file: 'lib/auth/server/account.db.test.ts', name })

export const sessionMutations: readonly Mutation[] = [
  {
    name: 'who only reads needs a database that takes writes',
    file: 'lib/auth/server/note-use.ts',
    from: 'if (!takesNoWrites.has(',
    to: 'if (takesNoWrites !== null || takesNoWrites.has(',
    test: {
      file: 'lib/auth/server/sessions.db.test.ts',
      name: 'who comes by a session or a token is known while the database takes no writes',
    },
    why: 'Every page would fail for as long as nothing can be written.',
  },
  {
    name: 'a session lives on after signing out',
    file: live,
    from: 's.revoked_at is null and ${unexpiredSession}',
    to: '${unexpiredSession}',
    test: session('is dead on its next request after signing out'),
    why: 'next-auth’s own token outlives a sign-out.',
  },
  {
    name: 'a session never expires',
    file: live,
    from: '(s.expires_at > now()\n  and ',
    to: '(',
    test: session('is dead when it has expired'),
    why: 'A stolen cookie ends some day.',
  },
  {
    name: 'an idle session lives on',
    file: live,
    from: '\n  and s.last_seen_at > now() - make_interval(hours => ${sessionIdleHours})',
    to: '',
    test: session('is dead when it was idle for 13 hours'),
    why: 'Browsers are left open.',
  },
  {
    name: 'who is disabled goes on',
    file: sessions,
    from: '${liveSession} and u.disabled_at is null',
    to: '${liveSession}',
    test: session('is dead when the account is disabled'),
    why: 'Disabling counts from the next request on.',
  },
  {
    name: 'rights are remembered with the session',
    file: sessions,
    from: 'const [row] = await db.$queryRaw<SessionRow[]>`',
    to: 'const [row] = rows[secret] ??= await db.$queryRaw<SessionRow[]>`',
    also: [
      {
        from: 'interface SessionRow {',
        to: 'const rows: Record<string, SessionRow[]> = {}\ninterface SessionRow {',
      },
    ],
    test: session('says who, with rights read from the database each time'),
    why: 'A role that is taken away is gone on the next request, whatever a cookie or a process remembers.',
  },
  {
    name: 'a revoked token opens',
    file: 'lib/auth/server/tokens.ts',
    from: ' and t.revoked_at is null\n',
    to: '\n',
    test: session('is dead once revoked, expired, changed or cut'),
    why: 'Revoking is how a token that leaked is stopped.',
  },
  {
    name: 'signing in leaves the session that was there before',
    file: 'lib/auth/server/begin-session.ts',
    from: '  if (former !== null) await revokeSession(former)\n',
    to: '',
    test: session('is dead once somebody signs in anew in the same browser, and others go on'),
    why: 'Whoever planted or copied the cookie of before goes on with it.',
  },
  {
    name: 'signing in takes over the session that was there before',
    file: 'lib/auth/server/begin-session.ts',
    from: '  const begun = await mintProvedSession(',
    to: "  const former = await readSessionSecret(cookie)\n  if (former) return { id: '', secret: former, awaitsCode: false }\n  const begun = await mintProvedSession(",
    test: session('is dead once somebody signs in anew in the same browser, and others go on'),
    why: 'Who planted it would be signed in as well.',
  },
  {
    name: 'a new password signs in by a way of its own',
    file: 'lib/auth/server/reset-commands.ts',
    from: '    return { user: userId, email }\n',
    to: '    await db.session.create({ data: { userId, secretHash: hashSecret(secret), expiresAt: new Date() }, select: { id: true } })\n    return { user: userId, email }\n',
    test: {
      file: 'lib/auth/server/session-writers.test.ts',
      name: 'one function alone begins a session, and one way leads to it',
    },
    why: 'What holds at the door would not hold there: the audit log, the end of the session before.',
  },
  {
    name: 'admins without codes get everywhere',
    file: 'lib/auth/authorise.ts',
    from: 'actor.lacksTotp && !row.withoutTotp',
    to: 'actor.lacksTotp && row.grants.length === 0',
    test: totp('admins of the instance and of a project reach their account alone'),
    why: 'The installation demands a second factor of them.',
  },
  {
    name: 'a new password leaves other sessions',
    file: 'lib/auth/server/account-commands.ts',
    from: '    return { endedSessions: await endOthers(db, person) }\n',
    to: '    return { endedSessions: 0 }\n',
    test: account('counts from the next sign-in, and ends every other session but this one'),
    why: 'It is changed because somebody else may know the old one.',
  },
  {
    name: 'sessions of others can be ended',
    file: 'lib/auth/server/account-commands.ts',
    from: 'where id = ${session}::uuid and user_id = ${userId}::uuid and revoked_at',
    to: 'where id = ${session}::uuid and revoked_at',
    test: account('end one by one, and only by whose they are'),
    why: 'Each has power over their own alone.',
  },
  {
    name: 'an address that nobody verified opens an account',
    file: 'lib/auth/server/oidc-accounts.ts',
    from: '!claims.email || claims.email_verified !== true',
    to: '!claims.email',
    test: {
      file: 'lib/auth/server/oidc-accounts.db.test.ts',
      name: 'an address whose email_verified is %s opens nothing and links nothing',
    },
    why: 'At many providers anybody writes any address.',
  },
  {
    name: '`next` leads to another site',
    file: 'components/people/next-path.ts',
    from: "  if (/^\\/[/\\\\]|\\p{Cc}/u.test(value)) return '/'\n",
    to: '',
    also: [
      {
        from: "  if (url.origin !== anyOrigin || url.pathname.startsWith('//')) return '/'\n",
        to: '',
      },
      { from: 'return url.pathname + url.search + url.hash', to: 'return value' },
    ],
    test: {
      file: 'components/people/next-path.test.ts',
      name: 'goes to the projects instead of %j',
    },
    why: 'A link to our door would end at somebody else’s.',
  },
  {
    name: 'cookies can be read by scripts',
    file: 'lib/auth/server/cookies.ts',
    from: '({ httpOnly: true,',
    to: '({ httpOnly: false,',
    test: {
      file: 'lib/auth/server/cookies.test.ts',
      name: 'are out of reach of scripts, of other sites, of other hosts and of plain text',
    },
    why: 'A script that slips in would take it away.',
  },
  {
    name: 'cookies are tied to no host',
    file: 'lib/auth/server/cookies.ts',
    from: '`__Host-${name}`',
    to: '`__Secure-${name}`',
    test: {
      file: 'lib/auth/server/cookies.test.ts',
      name: 'are out of reach of scripts, of other sites, of other hosts and of plain text',
    },
    why: 'A neighbouring host could set one.',
  },
  {
    name: 'signing out leaves guidelines in the browser',
    file: 'lib/client/take-over-storage.ts',
    from: 'if (/^stepmark[.:]/.test(key)',
    to: 'if (/^stepmark:(work|finish):/.test(key)',
    test: {
      file: 'lib/client/forget-kept.test.ts',
      name: 'is all gone after signing out, and what is no part of it stays',
    },
    why: 'Whoever sits at a shared machine next reads what the one before wrote.',
  },
  {
    name: 'signing out leaves the secret of a link in the tab',
    file: 'lib/client/keep-words.ts',
    from: "forgetKeys('stepmark:')",
    to: 'forgetKeys(prefix)',
    test: {
      file: 'lib/client/forget-kept.test.ts',
      name: 'is all gone after signing out, and what is no part of it stays',
    },
    why: 'It lets somebody in, or sets a password.',
  },
  {
    name: 'the nonce of a page is a UUID',
    file: 'proxy.ts',
    from: 'btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))',
    to: 'btoa(crypto.randomUUID())',
    test: { file: 'lib/http/server/page-headers.test.ts', name: 'scripts run by nonce alone' },
    why: 'It has fewer than the 128 random bits of a secret.',
  },
  {
    name: 'the cookie of the theme is tied to no host',
    file: 'components/ui/theme.ts',
    from: "isSecure ? '__Host-' : ''",
    to: "isSecure ? '' : ''",
    test: { file: 'components/ui/theme.test.ts', name: 'is tied to this host behind TLS' },
    why: 'Every cookie of ours says the same of itself.',
  },
  {
    name: 'a session is what has its number in any place',
    file: 'lib/auth/server/request-actor.ts',
    from: "return typeof token?.sid === 'string' ? token.sid : null",
    to: "const sid = token?.sid ?? token?.value\n    return typeof sid === 'string' ? sid : null",
    test: {
      file: 'lib/auth/server/sessions.db.test.ts',
      name: 'is nobody with a cookie that is forged, cut or empty',
    },
    why: 'Other cookies of the way to a provider are sealed with the same key.',
  },
  {
    name: 'secrets are short',
    file: 'lib/auth/server/secrets.ts',
    from: 'const secretBytes = 32',
    to: 'const secretBytes = 15',
    test: { file: 'lib/auth/server/secrets.test.ts', name: 'secrets have 256 bits each' },
    why: 'They are kept under a fast hash: only their length keeps them from being guessed.',
  },
]
