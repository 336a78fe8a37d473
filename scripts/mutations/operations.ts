import { type MutationsByGuarantee, createTestReferenceMaker } from './mutation'

const startChecks = 'lib/platform/server/start-checks.ts'
const settingRules = 'lib/platform/server/setting-rules.ts'
const readiness = 'lib/platform/server/readiness.ts'
const startChecksTest = createTestReferenceMaker('lib/platform/server/start-checks.db.test.ts')
const envTest = createTestReferenceMaker('lib/platform/server/env.test.ts')
const errorResponseTest = createTestReferenceMaker('lib/http/server/error-response.test.ts')
const readinessTest = createTestReferenceMaker('lib/platform/server/readiness.db.test.ts')
const requestScoresTest = createTestReferenceMaker('lib/scoring/server/request-scores.test.ts')
const supplyTest = createTestReferenceMaker('scripts/supply.test.ts')

export const operationMutations: MutationsByGuarantee = {
  'safe start': [
    {
      name: 'Server starts with fsync off',
      why: 'A power cut loses acknowledged annotations.',
      file: startChecks,
      from: "['fsync', 'full_page_writes', 'synchronous_commit']",
      to: "['full_page_writes', 'synchronous_commit']",
      test: startChecksTest(
        'reports unsafe PostgreSQL settings: fsync and full_page_writes on the test server',
      ),
    },
    {
      name: 'Server starts with a short secret',
      why: 'Session cookies can be forged.',
      file: settingRules,
      from: 'if (secret.length < secretMinLength)',
      to: 'if (secret.length < 1)',
      test: envTest('reports a secret that is %s'),
    },
    {
      name: 'Server trusts the Host header',
      why: 'Links in mail lead to another site.',
      file: 'lib/platform/server/env.ts',
      from: '  if (source.AUTH_TRUST_HOST)\n',
      to: '  if (source.AUTH_TRUST_HOST === "no")\n',
      test: envTest('reports AUTH_TRUST_HOST, whatever its value'),
    },
    {
      name: 'Server starts without TLS',
      why: 'Passwords travel in plain text.',
      file: settingRules,
      from: "  if (url.protocol === 'http:' && !isLoopbackUrl(url))\n",
      to: "  if (url.protocol === 'ftp:')\n",
      test: envTest('reports an address without TLS and settings that cannot be read'),
    },
    {
      name: 'Server starts on a database that lacks migrations',
      why: 'Requests fail in the middle of their work.',
      file: 'lib/platform/server/pending-migrations.ts',
      from: '    ...(pending.length > 0\n',
      to: '    ...(pending.length > 1_000\n',
      test: startChecksTest(
        'is reported as wrong, with advice, if a migration is missing or unfinished',
      ),
    },
  ],
  'durable commits': [
    {
      name: 'Server starts with synchronous_commit off',
      why: 'A crash loses acknowledged annotations: 13 in 20 seconds of kills.',
      file: startChecks,
      from: "['fsync', 'full_page_writes', 'synchronous_commit']",
      to: "['fsync', 'full_page_writes']",
      test: startChecksTest('reports synchronous_commit if it is off'),
    },
  ],
  outage: [
    {
      name: 'Statements wait forever for a frozen database',
      why: 'Every request hangs.',
      file: 'lib/platform/server/close-connection-when-unresponsive.ts',
      from: "if (typeof lastArgument === 'function') {\n      const stopTimer = startTimer()",
      to: "if (typeof lastArgument === 'function') {\n      const stopTimer = () => undefined",
      test: {
        file: 'lib/platform/server/close-connection-when-unresponsive.db.test.ts',
        name: 'fails an unanswered statement as a lost connection',
      },
      hangs: true,
    },
    {
      name: 'Outage of the database is a 500',
      why: 'Clients give up instead of retrying.',
      file: 'lib/platform/server/database-error-kinds.ts',
      from: 'if (temporaryKinds.has(String(kind)) || temporaryCodes.test(String(originalCode))) return true',
      to: 'if (temporaryKinds.has(String(kind)) || originalCode === null) return true',
      test: errorResponseTest('a temporary PostgreSQL error (%s) gives 503 with Retry-After'),
    },
    {
      name: 'Process is ready on a read-only database',
      why: 'It receives every save and rejects it.',
      file: readiness,
      from: "      ...(migrationState.isReadOnly ? ['the database is read-only'] : []),\n",
      to: '',
      test: readinessTest('while the database is read-only, like a standby'),
    },
  ],
  'rolling restart': [
    {
      name: 'Draining process is ready',
      why: 'A rolling restart loses requests.',
      file: readiness,
      from: "...(isDraining() ? ['this process is shutting down'] : []), ",
      to: '',
      test: readinessTest('when it is shutting down'),
    },
  ],
  'database clock': [
    {
      name: 'Limits use the clock of the process',
      why: 'A server with a wrong clock resets every limit.',
      file: 'lib/auth/server/rate-limit-points.ts',
      from: 'points = case when r.expire > now() then',
      to: 'points = case when r.expire > ${new Date()}::timestamptz then',
      test: {
        file: 'lib/auth/server/rate-limit-points.db.test.ts',
        name: 'processes with different clocks count attempts in the same time window',
      },
    },
  ],
  'request limits': [
    {
      name: 'Calls are not limited',
      why: 'A script in a loop slows everyone down.',
      file: 'lib/http/server/rate-limits.ts',
      from: '    await callLimiter.limiter.consume(nameCaller(actor))',
      to: '    await Promise.resolve(callLimiter.limiter.points + nameCaller(actor).length)',
      test: {
        file: 'lib/http/server/rate-limits.db.test.ts',
        name: 'limits the calls of a token per minute',
      },
    },
    {
      name: 'Slow senders are not cut off',
      why: 'A few clients hold every connection.',
      file: 'lib/http/server/http-servers.ts',
      from: '  Object.assign(server, limits)\n',
      to: '  servers.set(server, limits)\n',
      also: [
        {
          from: 'function applyLimits(server: Server, limits: Readonly<typeof sendLimits>): void {',
          to: 'const servers = new WeakMap<Server, object>()\nfunction applyLimits(server: Server, limits: Readonly<typeof sendLimits>): void {',
        },
      ],
      test: {
        file: 'lib/http/server/http-servers.test.ts',
        name: 'a slow client gets 408 and is disconnected',
      },
    },
  ],
  'stored secrets': [
    {
      name: 'Tokens and links are stored unhashed',
      why: 'Anyone who reads a dump can sign in.',
      file: 'lib/auth/server/secrets.ts',
      from: "return new Uint8Array(createHash('sha256').update(secret).digest())",
      to: 'return new Uint8Array(Buffer.from(secret))',
      test: {
        file: 'lib/auth/server/sessions.db.test.ts',
        name: 'identifies the person and the scope, and is stored only as a hash',
      },
    },
    {
      name: 'Encrypted secret can be decrypted in another row',
      why: 'A copied row is trusted.',
      file: 'lib/platform/server/encrypted-text.ts',
      from: '  cipher.setAAD(Buffer.from(rowKey))\n',
      to: '  cipher.setAAD(Buffer.from(rowKey.slice(0, 0)))\n',
      also: [
        {
          from: '    decipher.setAAD(Buffer.from(rowKey))\n',
          to: '    decipher.setAAD(Buffer.from(rowKey.slice(0, 0)))\n',
        },
      ],
      test: {
        file: 'lib/platform/server/encrypted-text.test.ts',
        name: 'can’t be decrypted for another row or purpose, or with another secret',
      },
    },
  ],
  'model server keys': [
    {
      name: 'Model server key is sent to any host',
      why: 'An admin who sets the URL reads the key (CVE-2026-41487).',
      file: 'lib/scoring/server/scorer-api-keys.ts',
      from: 'if (!new AllowedHosts(hosts).has(new URL(url)))',
      to: 'if (hosts.length === 0)',
      test: requestScoresTest('sends a key only to its own host'),
    },
    {
      name: 'Model server key is in error messages',
      why: 'A server that echoes it shows it to every admin.',
      file: 'lib/scoring/server/request-scores.ts',
      from: "key === undefined ? text : text.replaceAll(key, '(key)')",
      to: 'text',
      test: requestScoresTest('sends the key and removes it from messages that echo it'),
    },
  ],
  'logs and metrics': [
    {
      name: 'Metrics need no token',
      why: 'Anyone sees how much work is done.',
      file: 'lib/http/server/metrics-response.ts',
      from: "if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`))",
      to: 'if (!isSame(token, token))',
      test: { file: 'lib/http/server/metrics.db.test.ts', name: 'the metrics endpoint' },
    },
    {
      name: 'Log contains values that PostgreSQL quotes',
      why: 'Operators read texts of users.',
      file: 'lib/platform/server/describe-error.ts',
      from: "\n  [/=\\([^]*\\)/, '=(…)'],",
      to: '',
      test: {
        file: 'lib/platform/server/logger.test.ts',
        name: 'logs type and location of an error, without the values in its message',
      },
    },
    {
      name: 'Call has an email address in its URL',
      why: 'Proxies and shell histories keep it.',
      file: 'lib/auth/accounts-contract.ts',
      from: '    /** The `next` of the previous page. */\n',
      to: '    email: emailField.optional(),\n    /** The `next` of the previous page. */\n',
      test: {
        file: 'lib/http/server/strict-inputs.test.ts',
        name: 'no URL contains an email address or a secret',
      },
    },
    {
      name: 'Internal errors are shown to clients',
      why: 'They name tables, hosts and input.',
      file: 'lib/http/server/error-response.ts',
      from: "    'Something went wrong on our side. Try again. If it happens again, tell an instance admin.',\n",
      to: '    String(error),\n',
      test: errorResponseTest('an internal error response has only a general message'),
    },
  ],
  'demo accounts': [
    {
      name: 'Demo data is added to any database',
      why: 'Accounts with published passwords appear in production.',
      file: 'prisma/seed/demo.ts',
      from: "  if (settingValues.get('made_by') !== 'demo') return 'foreign'\n",
      to: '',
      test: {
        file: 'prisma/seed/demo.db.test.ts',
        name: 'seedDemo changes nothing in a database that was migrated but is not marked as the demo’s',
      },
    },
  ],
  'supply chain': [
    {
      name: 'Dependency has a version range',
      why: 'An install brings code that no one tested.',
      file: 'package.json',
      from: '"fxa-common-password-list": "0.0.4"',
      to: '"fxa-common-password-list": "^0.0.4"',
      test: supplyTest('have exact versions in package.json and package-lock.json'),
    },
    {
      name: 'Dependency is older than a known advisory',
      why: 'A published hole stays open.',
      file: 'docs/security/advisory-floors.json',
      from: '"package": "react-dom",\n    "floor": "19.2.4"',
      to: '"package": "react-dom",\n    "floor": "99.0.0"',
      test: supplyTest('or newer wherever it is installed'),
    },
  ],
}
