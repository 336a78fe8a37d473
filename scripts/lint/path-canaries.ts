import type { LintCanary } from './canary'

const pure = 'lib/queue/*.ts'
const server = 'lib/queue/server/*.ts'
const component = 'components/queue/*.tsx'

const repeat = (count: number, line: string) => `${line}\n`.repeat(count)
const makeFile = (lines: number) => `${repeat(lines - 1, '// a line')}export const a = 1\n`
const makeFunction = (lines: number) =>
  `export function count(a: number) {\n  let b = a\n${repeat(lines - 4, '  b += 1')}  return b\n}\n`

const env = "export const a = process.env['A']\n"
const destructuredEnv = 'export const { env } = process\n'
const html = "export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />\n"
const fetchCall = "export const ask = () => fetch('/')\n"
const logCall = "console.log('a')\nexport const a = 1\n"

/** The same text, harmful at one path and harmless at another. */
const makeCanary = (rule: string, path: string, twinAt: string, text: string): LintCanary => ({
  rule,
  at: path,
  twinAt,
  bad: text,
  twin: text,
})
export const pathLintCanaries: LintCanary[] = [
  makeCanary('no-restricted-properties', server, 'lib/platform/server/env.ts', env),
  makeCanary('no-restricted-properties', 'cli/*.ts', 'scripts/*.ts', destructuredEnv),
  makeCanary('no-restricted-properties', 'app/*.tsx', 'proxy.ts', env),
  makeCanary('no-restricted-properties', component, 'instrumentation.ts', env),
  makeCanary('no-restricted-properties', 'components/ui/proxy.ts', 'next.config.ts', env),
  makeCanary('no-restricted-properties', 'prisma/*.ts', 'prisma/seed/*.ts', env),
  makeCanary('no-restricted-properties', server, 'lib/queue/server/*.db.test.ts', env),
  makeCanary('react/no-danger', component, 'components/math/*.tsx', html),
  makeCanary('no-restricted-globals', component, 'lib/client/call-api.ts', fetchCall),
  makeCanary('no-restricted-globals', 'lib/client/*.ts', 'scripts/*.ts', fetchCall),
  {
    ...makeCanary('no-restricted-globals', server, 'lib/platform/server/outbound.ts', fetchCall),
    twin: `export { request } from 'undici'\n${fetchCall}`,
  },
  makeCanary(
    'no-restricted-globals',
    'cli/*.ts',
    'e2e/*.ts',
    fetchCall.replace('fetch', 'globalThis.fetch'),
  ),
  makeCanary('no-restricted-globals', pure, server, 'export const a = process.pid\n'),
  makeCanary(
    'no-restricted-globals',
    pure,
    'lib/client/*.ts',
    "export const a = localStorage.getItem('a')\n",
  ),
  makeCanary('no-console', pure, 'cli/*.ts', logCall),
  makeCanary('no-console', component, 'scripts/*.ts', logCall),
  makeCanary('no-console', 'app/*.tsx', 'bench/*.ts', logCall),
  makeCanary('max-lines-per-function', pure, component, makeFunction(61)),
  makeCanary('max-lines-per-function', component, 'lib/queue/testing/*.ts', makeFunction(121)),
  makeCanary('max-lines', pure, 'lib/queue/testing/*.ts', makeFile(301)),
  makeCanary('max-lines', 'app/projects/page.tsx', component, makeFile(81)),
  makeCanary(
    'unicorn/filename-case',
    'lib/queue/camelCase.ts',
    'lib/queue/kebab-case.ts',
    'export const a = 1\n',
  ),
]
