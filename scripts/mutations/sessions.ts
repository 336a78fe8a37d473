import { type MutationsByGuarantee, createTestReferenceMaker } from './mutation'

const liveSession = 'lib/auth/server/live-session.ts'
const sessions = 'lib/auth/server/sessions.ts'
const sessionsTest = createTestReferenceMaker('lib/auth/server/sessions.db.test.ts')
const totpTest = createTestReferenceMaker('lib/auth/server/totp.db.test.ts')
const pendingSessionTest = createTestReferenceMaker('lib/auth/server/pending-session.db.test.ts')

export const sessionMutations: MutationsByGuarantee = {
  sessions: [
    {
      name: 'Session survives sign-out',
      why: 'A stolen cookie keeps working.',
      file: liveSession,
      from: 's.revoked_at is null and ${isSessionUnexpiredSql}',
      to: '${isSessionUnexpiredSql}',
      test: sessionsTest('is rejected from the first request after signing out'),
    },
    {
      name: 'Session never expires',
      why: 'A stolen cookie works forever.',
      file: liveSession,
      from: '(s.expires_at > now()\n  and ',
      to: '(',
      test: sessionsTest('ends when it expires'),
    },
    {
      name: 'Idle session stays valid',
      why: 'An open browser on a shared machine stays signed in.',
      file: liveSession,
      from: '\n  and s.last_seen_at > now() - make_interval(hours => ${sessionIdleHours})',
      to: '',
      test: sessionsTest('ends after 12 hours without use'),
    },
    {
      name: 'Disabled account keeps its session',
      why: 'A dismissed person keeps working.',
      file: sessions,
      from: '${isSessionActiveSql} and u.disabled_at is null',
      to: '${isSessionActiveSql}',
      test: sessionsTest('ends when the account is disabled'),
    },
    {
      name: 'Roles are cached with the session',
      why: 'A demoted admin keeps their rights.',
      file: sessions,
      from: 'const [row] = await db.$queryRaw<SessionRow[]>`',
      to: 'const [row] = rows[secret] ??= await db.$queryRaw<SessionRow[]>`',
      also: [
        {
          from: 'interface SessionRow {',
          to: 'const rows: Record<string, SessionRow[]> = {}\ninterface SessionRow {',
        },
      ],
      test: sessionsTest(
        'identifies the person, and reads their rights from the database for each request',
      ),
    },
    {
      name: 'New password keeps other sessions',
      why: 'A thief stays signed in.',
      file: 'lib/auth/server/account-commands.ts',
      from: '    return { endedSessions: await endOtherSessionsOfPerson(db, person) }\n',
      to: '    return { endedSessions: 0 }\n',
      test: {
        file: 'lib/auth/server/account.db.test.ts',
        name: 'takes effect at the next sign-in, and ends all other sessions',
      },
    },
    {
      name: 'Sign-in keeps the previous session',
      why: 'A planted cookie stays valid.',
      file: 'lib/auth/server/replace-session.ts',
      from: '  if (previousSecret !== null) await revokeSession(previousSecret)\n',
      to: '',
      test: sessionsTest(
        'ends when the person signs in again in the same browser, while those in other browsers continue',
      ),
    },
    {
      name: 'Password reset starts its own session',
      why: 'Checks at sign-in can be bypassed.',
      file: 'lib/auth/server/reset-commands.ts',
      from: '    return { user: userId, email }\n',
      to: '    await db.session.create({ data: { userId, secretHash: hashSecret(secret), expiresAt: new Date() }, select: { id: true } })\n    return { user: userId, email }\n',
      test: {
        file: 'lib/auth/server/session-writers.test.ts',
        name: 'only one function inserts sessions, and only the sign-in code calls it',
      },
    },
  ],
  cookies: [
    {
      name: 'Session cookie is readable by scripts',
      why: 'An injected script steals the session.',
      file: 'lib/auth/server/cookies.ts',
      from: '({ httpOnly: true,',
      to: '({ httpOnly: false,',
      test: {
        file: 'lib/auth/server/cookies.test.ts',
        name: 'are HttpOnly, SameSite, Secure and bound to the host with TLS',
      },
    },
  ],
  'sign-out': [
    {
      name: 'Sign-out keeps drafts in the browser',
      why: 'The next person at the machine reads them.',
      file: 'lib/client/delete-local-storage-except.ts',
      from: 'if (!/^stepmark[.:]/.test(key)) continue',
      to: 'if (!/^stepmark:unwritten:/.test(key)) continue',
      test: {
        file: 'lib/client/delete-user-data.test.ts',
        name: 'is deleted after signing out',
      },
    },
  ],
  redirects: [
    {
      name: 'Sign-in redirects to other sites',
      why: 'A link to our sign-in ends on a phishing page.',
      file: 'components/auth/next-path.ts',
      from: "  if (/^\\/[/\\\\]|\\p{Cc}/u.test(value)) return '/'\n",
      to: '',
      also: [
        {
          from: "  if (url.origin !== placeholderOrigin || url.pathname.startsWith('//')) return '/'\n",
          to: '',
        },
        { from: 'return url.pathname + url.search + url.hash', to: 'return value' },
      ],
      test: {
        file: 'components/auth/next-path.test.ts',
        name: 'returns the project list for %j, which is missing, unsafe or the sign-in page',
      },
    },
  ],
  'concurrent sign-in': [
    {
      name: 'Sign-in succeeds with a password changed meanwhile',
      why: 'An attacker who guessed the old password stays signed in.',
      file: sessions,
      from: '\n      and (${verifiedHash}::text is null or u.password_hash = ${verifiedHash})',
      to: ' and ${verifiedHash}::text is not distinct from ${verifiedHash}::text',
      test: {
        file: 'lib/auth/server/sign-in-races.db.test.ts',
        name: '%s just before the session starts prevents the session',
      },
    },
  ],
  'two-factor sign-in': [
    {
      name: 'Code is optional',
      why: 'A stolen password is enough.',
      file: 'lib/auth/server/check-credentials.ts',
      from: 'if (user.totp?.confirmedAt) {',
      to: 'if (user.totp?.confirmedAt && credentials.code) {',
      test: totpTest('requires a code only after a correct password, and then accepts it'),
    },
    {
      name: 'Codes can be used twice',
      why: 'Someone looking over a shoulder can sign in.',
      file: 'lib/auth/server/second-factor.ts',
      from: '${userId}::uuid and last_step < ${step} and sealed_secret',
      to: '${userId}::uuid and sealed_secret',
      test: totpTest(
        'accepts a code once, even if it is sent twice at the same time, and no earlier code after it',
      ),
    },
    {
      name: 'Admins without two-factor sign-in keep access',
      why: 'The requirement has no effect.',
      file: 'lib/auth/authorise.ts',
      from: 'actor.lacksTotp && !row.withoutTotp',
      to: 'actor.lacksTotp && row.grants.length === 0',
      test: totpTest('instance and project admins can only open their account'),
    },
    {
      name: 'Sign-in waiting for its code has full access',
      why: 'The second factor is skipped.',
      file: sessions,
      from: '  if (row.awaitsCode) return { actor: awaitingCodeActor, loadedProject: null }\n',
      to: "  if (row.awaitsCode) {\n    const { sessionId, ...person } = row\n    const via = { kind: 'session', sessionId } as const\n    return { actor: { ...person, kind: 'person', lacksTotp: false, via }, loadedProject: null }\n  }\n",
      test: pendingSessionTest('can’t create tokens or change sign-in methods'),
    },
    {
      name: 'Second factor of the provider is assumed',
      why: 'A provider password alone is enough.',
      file: 'lib/auth/server/sign-in.ts',
      from: 'const isStrong = hasSecondFactorClaim(claims.data ?? {}, strongAcr)',
      to: 'const isStrong = strongAcr.length >= 0',
      test: pendingSessionTest(
        'starts a pending session of 10 minutes, without an audit entry, if the provider reports %j',
      ),
    },
  ],
}
