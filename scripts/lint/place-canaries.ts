import type { Canary } from './canary'

const pure = 'lib/queue/*.ts'
const server = 'lib/queue/server/*.ts'
const component = 'components/queue/*.tsx'

const repeat = (count: number, line: string) => `${line}\n`.repeat(count)
const makeFile = (lines: number) => `${repeat(lines - 1, '// a line')}export const a = 1\n`
const makeFunction = (lines: number) =>
  `export function count(a: number) {\n  let b = a\n${repeat(lines - 4, '  b += 1')}  return b\n}\n`

const env = "export const a = process.env['A']\n"
const takenEnv = 'export const { env } = process\n'
const html = "export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />\n"
const ask = "export const ask = () => fetch('/')\n"
const say = "console.log('a')\nexport const a = 1\n"

/** The same text, harmful at one path and harmless at another. */
const place = (rule: string, at: string, twinAt: string, text: string): Canary => ({
  rule,
  at,
  twinAt,
  bad: text,
  twin: text,
})
export const placeCanaries: Canary[] = [
  place('no-restricted-properties', server, 'lib/platform/server/env.ts', env),
  place('no-restricted-properties', 'cli/*.ts', 'scripts/*.ts', takenEnv),
  place('no-restricted-properties', 'app/*.tsx', 'proxy.ts', env),
  place('no-restricted-properties', component, 'instrumentation.ts', env),
  place('no-restricted-properties', 'components/ui/proxy.ts', 'next.config.ts', env),
  place('no-restricted-properties', 'prisma/*.ts', 'prisma/seed/*.ts', env),
  place('no-restricted-properties', server, 'lib/queue/server/*.db.test.ts', env),
  place('react/no-danger', component, 'components/math/*.tsx', html),
  place('no-restricted-globals', component, 'lib/client/call.ts', ask),
  place('no-restricted-globals', 'lib/client/*.ts', 'scripts/*.ts', ask),
  {
    ...place('no-restricted-globals', server, 'lib/platform/server/outbound.ts', ask),
    twin: `export { request } from 'undici'\n${ask}`,
  },
  place('no-restricted-globals', 'cli/*.ts', 'e2e/*.ts', ask.replace('fetch', 'globalThis.fetch')),
  place('no-restricted-globals', pure, server, 'export const a = process.pid\n'),
  place(
    'no-restricted-globals',
    pure,
    'lib/client/*.ts',
    "export const a = localStorage.getItem('a')\n",
  ),
  place('no-console', pure, 'cli/*.ts', say),
  place('no-console', component, 'scripts/*.ts', say),
  place('no-console', 'app/*.tsx', 'bench/*.ts', say),
  place('max-lines-per-function', pure, component, makeFunction(61)),
  place('max-lines-per-function', component, 'lib/queue/testing/*.ts', makeFunction(121)),
  place('max-lines', pure, 'lib/queue/testing/*.ts', makeFile(301)),
  place('max-lines', 'app/projects/page.tsx', component, makeFile(81)),
  place(
    'unicorn/filename-case',
    'lib/queue/camelCase.ts',
    'lib/queue/kebab-case.ts',
    'export const a = 1\n',
  ),
]
