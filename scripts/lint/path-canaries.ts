import type { LintCanary } from './canary'

const purePath = 'lib/queue/*.ts'
const server = 'lib/queue/server/*.ts'
const component = 'components/queue/*.tsx'

const repeatLine = (count: number, line: string) => `${line}\n`.repeat(count)
const makeFile = (lines: number) => `${repeatLine(lines - 1, '// a line')}export const a = 1\n`
const makeFunction = (lines: number) =>
  `export function count(a: number) {\n  let b = a\n${repeatLine(lines - 4, '  b += 1')}  return b\n}\n`

const env = "export const a = process.env['A']\n"
const destructuredEnv = 'export const { env } = process\n'
const html = "export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />\n"
const fetchCall = "export const ask = () => fetch('/')\n"
const logCall = "console.log('a')\nexport const a = 1\n"

/** The same text, harmful at one path and harmless at another. */
const makePathCanary = (
  rule: string,
  path: string,
  harmlessPath: string,
  text: string,
): LintCanary => ({ rule, path, harmlessPath, badText: text, harmlessText: text })

export const pathLintCanaries: LintCanary[] = [
  makePathCanary('no-restricted-properties', server, 'lib/platform/server/env.ts', env),
  makePathCanary('no-restricted-properties', 'cli/*.ts', 'scripts/*.ts', destructuredEnv),
  makePathCanary('no-restricted-properties', 'app/*.tsx', 'proxy.ts', env),
  makePathCanary('no-restricted-properties', component, 'instrumentation.ts', env),
  makePathCanary('no-restricted-properties', 'components/ui/proxy.ts', 'next.config.ts', env),
  makePathCanary('no-restricted-properties', 'prisma/*.ts', 'prisma/seed/*.ts', env),
  makePathCanary('no-restricted-properties', server, 'lib/queue/server/*.db.test.ts', env),
  makePathCanary('react/no-danger', component, 'components/math/*.tsx', html),
  makePathCanary('no-restricted-globals', component, 'lib/client/call-api.ts', fetchCall),
  makePathCanary('no-restricted-globals', 'lib/client/*.ts', 'scripts/*.ts', fetchCall),
  {
    ...makePathCanary(
      'no-restricted-globals',
      server,
      'lib/platform/server/outbound.ts',
      fetchCall,
    ),
    harmlessText: `export { request } from 'undici'\n${fetchCall}`,
  },
  makePathCanary(
    'no-restricted-globals',
    'cli/*.ts',
    'e2e/*.ts',
    fetchCall.replace('fetch', 'globalThis.fetch'),
  ),
  makePathCanary('no-restricted-globals', purePath, server, 'export const a = process.pid\n'),
  makePathCanary(
    'no-restricted-globals',
    purePath,
    'lib/client/*.ts',
    "export const a = localStorage.getItem('a')\n",
  ),
  makePathCanary('no-console', purePath, 'cli/*.ts', logCall),
  makePathCanary('no-console', component, 'scripts/*.ts', logCall),
  makePathCanary('no-console', 'app/*.tsx', 'bench/*.ts', logCall),
  makePathCanary('max-lines-per-function', purePath, component, makeFunction(61)),
  makePathCanary('max-lines-per-function', component, 'lib/queue/testing/*.ts', makeFunction(121)),
  makePathCanary('max-lines', purePath, 'lib/queue/testing/*.ts', makeFile(301)),
  makePathCanary('max-lines', 'app/projects/page.tsx', component, makeFile(81)),
  makePathCanary(
    'unicorn/filename-case',
    'lib/queue/camelCase.ts',
    'lib/queue/kebab-case.ts',
    'export const a = 1\n',
  ),
]
