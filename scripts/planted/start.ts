import type { PlantedBug } from './planted-bug'

const env = 'lib/platform/server/env.ts'
const settings = (name: string) => ({ file: 'lib/platform/server/env.test.ts', name })
const starting = (name: string) => ({ file: 'lib/platform/server/start-checks.db.test.ts', name })

export const startBugs: readonly PlantedBug[] = [
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
    file: env,
    from: 'if (secret.length < secretMinLength)',
    to: 'if (secret.length < 1)',
    test: settings('name a secret that is %s'),
    why: 'Cookies could be forged.',
  },
  {
    name: 'a server starts with a secret that repeats itself',
    file: env,
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
]
