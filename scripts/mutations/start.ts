import type { Mutation } from './mutation'

const env = 'lib/platform/server/env.ts'
const rules = 'lib/platform/server/setting-rules.ts'
const settings = (name: string) => ({ file: 'lib/platform/server/env.test.ts', name })
const starting = (name: string) => ({ file: 'lib/platform/server/start-checks.db.test.ts', name })

export const startMutations: readonly Mutation[] = [
  {
    name: 'a setting that nothing reads is passed over',
    file: 'lib/platform/server/unknown-settings.ts',
    from: "if (!name.startsWith('STEPMARK_')) return false",
    to: "if (name.startsWith('STEPMARK_')) return false",
    test: {
      file: 'lib/platform/server/unknown-settings.test.ts',
      name: '%s is told with the name that is meant, and without its value',
    },
    why: 'STEPMARK_REQUIRE_2FA=admins would leave a door open that was meant to be shut.',
  },
  {
    name: 'doctor does not look for settings that nothing reads',
    file: 'cli/doctor-checks.ts',
    from: '[...findUnsafeSettings(), ...findStraySettings()]',
    to: '[...findUnsafeSettings()]',
    test: {
      file: 'cli/host-commands.db.test.ts',
      name: 'names the setting that one which nothing reads resembles',
    },
    why: 'A word that is spelt wrongly would look like one that is not set.',
  },
  {
    name: 'a port that is taken is not seen beforehand',
    file: 'lib/platform/server/free-port.ts',
    from: 'resolve(`Port ${port} of ${host} ${trouble}`)',
    to: 'resolve(null)',
    test: {
      file: 'lib/platform/server/free-port.test.ts',
      name: 'says in words why nobody can listen there, and nothing where one can',
    },
    why: 'Next would say it, in its words, once the server is on its way.',
  },
  {
    name: 'a server starts on a database without fsync',
    file: 'lib/platform/server/start-checks.ts',
    from: "['fsync', 'full_page_writes', 'synchronous_commit']",
    to: "['full_page_writes', 'synchronous_commit']",
    test: starting('names what is switched off: on the tests’ server fsync and full_page_writes'),
    why: 'What is acknowledged would be lost with the power.',
  },
  {
    name: 'a server starts where commits are not waited for',
    file: 'lib/platform/server/start-checks.ts',
    from: "['fsync', 'full_page_writes', 'synchronous_commit']",
    to: "['fsync', 'full_page_writes']",
    test: {
      file: 'lib/platform/server/start-checks.db.test.ts',
      name: 'names synchronous_commit, where that is off',
    },
    why: '13 acknowledged labels were lost in 20 s of kills when it was tried.',
  },
  {
    name: 'a server starts with a short secret',
    file: rules,
    from: 'if (secret.length < secretMinLength)',
    to: 'if (secret.length < 1)',
    test: settings('name a secret that is %s'),
    why: 'Cookies could be forged.',
  },
  {
    name: 'a server starts with a secret that repeats itself',
    file: rules,
    from: 'if (distinct < secretMinCharacters)',
    to: 'if (distinct < 1)',
    test: settings('name a secret that is %s'),
    why: 'The same.',
  },
  {
    name: 'a server believes the Host header',
    file: env,
    from: '  if (source.AUTH_TRUST_HOST)\n',
    to: '  if (source.AUTH_TRUST_HOST === "no")\n',
    test: settings('name AUTH_TRUST_HOST, whatever it is set to'),
    why: 'Links in mails would lead elsewhere.',
  },
  {
    name: 'a server starts without TLS',
    file: 'lib/platform/server/setting-rules.ts',
    from: "  if (url.protocol === 'http:' && !isLoopback(url))\n",
    to: "  if (url.protocol === 'ftp:')\n",
    test: settings('name an address without TLS, and settings that cannot be read'),
    why: 'Passwords would be sent for everybody to read.',
  },
  {
    name: 'the metrics are open',
    file: 'lib/http/server/metrics-page.ts',
    from: "if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`))",
    to: 'if (!isSame(token, token))',
    test: { file: 'lib/http/server/metrics.db.test.ts', name: 'the metrics are shut' },
    why: 'They say how much is done, and when nobody looks.',
  },
  {
    name: 'a server starts that checks no certificates',
    file: 'lib/platform/server/setting-rules.ts',
    from: "source.NODE_TLS_REJECT_UNAUTHORIZED === '0'",
    to: "source.NODE_TLS_REJECT_UNAUTHORIZED === 'off'",
    test: {
      file: 'lib/platform/server/setting-rules.test.ts',
      name: 'certificates are checked: what switches that off is refused',
    },
    why: 'Whoever stands between would be any server that is asked.',
  },
  {
    name: 'a server waits for ever for a database that stands still',
    file: 'lib/platform/server/pg-client.ts',
    from: '  if (withinMs !== undefined) giveUpOnSilence(client, withinMs)\n',
    to: '',
    test: {
      file: 'cli/serve-start.db.test.ts',
      name: 'so is one that answers at first and stands still at the question',
    },
    hangs: true,
    why: 'Nothing would be served, and nothing said, until somebody looks.',
  },
  {
    name: 'a server does not start where the database is away',
    file: 'cli/run-server.ts',
    from: "its log says so.')\n    return []\n",
    to: "its log says so.')\n    return [message]\n",
    test: { file: 'cli/serve-start.db.test.ts', name: 'nor is one that is refused' },
    why: 'A failover of the database would keep servers from coming up.',
  },
  {
    name: 'a mistake of ours is told as a database that is away',
    file: 'lib/platform/server/lost-connection.ts',
    from: '  return lostWords.test(',
    to: '  return true || lostWords.test(',
    test: {
      file: 'lib/platform/server/lost-connection.test.ts',
      name: 'is no mistake of ours, and no file that is not there',
    },
    why: 'People would look at PostgreSQL, which is well.',
  },
  {
    name: 'a server waits for what no waiting mends',
    file: 'lib/platform/server/start-checks.ts',
    from: 'if (isUnavailable(error) || isShutOut(error) || isConnectionTrouble(error)) {',
    to: 'if (isUnavailable(error) || isShutOut(error) || error) {',
    test: starting('for a reason that no waiting mends is a problem, and told'),
    why: 'It would serve without having looked at what it is served from.',
  },
  {
    name: 'a migration waits for a backup, and everybody for the migration',
    file: 'lib/platform/server/schema-engine.ts',
    from: "await connection.executeScript(`set lock_timeout = '${lockWaitSeconds}s'`)",
    to: '',
    test: {
      file: 'lib/platform/server/migrations.db.test.ts',
      name: 'do not keep who signs in waiting behind a backup that reads sessions: they give up, and go another time',
    },
    hangs: true,
    why: 'A backup takes an hour, and every page reads a session.',
  },
  {
    name: 'a migration reads all sessions while nobody else can',
    file: 'prisma/migrations/20261123151357_session_stages/migration.sql',
    from: ' not valid;',
    to: ';',
    test: {
      file: 'lib/platform/server/migrations.db.test.ts',
      name: 'do not keep who signs in waiting behind a backup that reads sessions: they give up, and go another time',
    },
    why: 'The same, for as long as the table is long.',
  },
]
