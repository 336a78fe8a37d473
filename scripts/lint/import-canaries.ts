import type { LintCanary } from './canary'

const pure = 'lib/queue/*.ts'
const server = 'lib/queue/server/*.ts'
const component = 'components/queue/*.tsx'
const ui = 'components/ui/*.tsx'

/** A file with a forbidden import, and its harmless twin. */
function forbid(path: string, bad: string, twin: string, twinAt?: string): LintCanary {
  return { rule: 'no-restricted-imports', at: path, bad, twin, ...(twinAt && { twinAt }) }
}

const take = (from: string) => `export { a } from '${from}'\n`
const takeType = (from: string) => `export type { A } from '${from}'\n`
const load = (from: string) => `export const load = () => import('${from}')\n`

const components = [
  forbid(component, take('@/lib/queue/server/list-queue'), take('@/lib/queue/contract')),
  forbid(component, takeType('@/lib/queue/server/list-queue'), takeType('@/lib/queue/contract')),
  forbid(component, load('@/lib/queue/server/list-queue'), load('@/lib/queue/contract')),
  forbid(component, takeType('@/lib/generated/prisma/client'), takeType('@/lib/queue/contract')),
  forbid(component, takeType('@/lib/generated/prisma/enums'), takeType('@/lib/auth/actor')),
  forbid(component, take('@prisma/client'), take('@/components/ui/button')),
  forbid(component, take('@/app/layout'), take('@/components/projects/project-shell')),
  forbid(component, take('@/cli/terminal'), take('@/lib/client/call-api')),
  forbid(component, take('@/prisma/seed/factories'), take('@/components/ui/format')),
  forbid(component, take('@/lib/platform/testing/use-test-database'), take('@/lib/queue/contract')),
  forbid(component, take('node:fs'), take('next/navigation')),
  forbid(component, take('next/link'), take('@/components/ui/link')),
  forbid(component, take('next-auth/react'), take('@/lib/client/session')),
  forbid(ui, take('@/lib/queue/contract'), take('@/lib/platform/errors')),
  forbid(ui, takeType('@/lib/auth/actor'), takeType('@/lib/platform/fields')),
  forbid(ui, take('@/lib/platform/server/env'), take('@/lib/platform/errors')),
  forbid(ui, take('@/components/queue/queue-head'), take('@/components/ui/button')),
  forbid(ui, take('next/link'), take('next/link'), 'components/ui/link.tsx'),
]

const doors = [
  forbid('app/*.tsx', take('@/lib/generated/prisma/client'), take('@/lib/queue/server/list-queue')),
  forbid('app/*.tsx', takeType('@prisma/client'), takeType('@/lib/queue/contract')),
  forbid('app/*.tsx', take('@/cli/terminal'), take('@/components/ui/button')),
  forbid('app/*.tsx', take('next/link'), take('@/components/ui/link')),
  forbid('app/*.tsx', take('@/prisma/seed/demo'), take('@/lib/http/server/page')),
  forbid('app/api/v1/[[...path]]/*.ts', take('undici'), take('@/lib/http/server/api')),
  forbid('cli/*.ts', take('@/lib/generated/prisma/client'), take('@/lib/queue/server/list-queue')),
  forbid('cli/commands/*.ts', load('@/app/layout'), load('@/lib/client/call-api')),
  forbid('cli/commands/*.ts', take('@/lib/queue/testing/made'), take('@/prisma/seed/demo')),
]

const purity = [
  forbid(pure, take('node:fs'), take('zod')),
  forbid(pure, takeType('node:stream'), takeType('zod')),
  forbid(pure, take('@node-rs/argon2'), take('uuid')),
  forbid(pure, take('pg'), take('@/lib/platform/errors')),
  forbid(pure, take('pino'), take('katex')),
  forbid(pure, take('undici'), take('./rules')),
  forbid(pure, take('react'), take('@/lib/platform/contract')),
  forbid(pure, take('next/navigation'), take('@/lib/platform/fields')),
  forbid(pure, take('next-auth/react'), take('next-auth/react'), 'lib/client/*.ts'),
  forbid(pure, take('hono'), take('zod')),
  forbid(pure, take('@hono/zod-openapi'), take('@hono/zod-openapi'), 'lib/platform/contract.ts'),
  forbid('lib/client/*.ts', take('react'), take('idb')),
  forbid(pure, take('./server/queries'), take('./contract')),
  forbid(pure, takeType('@/lib/platform/server/database'), takeType('@/lib/platform/contract')),
  forbid('lib/client/*.ts', take('@/lib/queue/server/list-queue'), take('@/lib/queue/contract')),
  forbid(pure, takeType('@/lib/generated/prisma/client'), takeType('@/lib/generated/prisma/enums')),
  forbid(pure, take('@/lib/generated/prisma/enums'), take('@/lib/generated/prisma/enums'), server),
  forbid(pure, take('@/components/ui/format'), take('@/lib/platform/fields')),
  forbid(pure, take('./testing/made'), take('./testing/made'), 'lib/queue/*.test.ts'),
  forbid('lib/queue/deeper/*.ts', take('node:fs'), take('node:fs'), server),
  forbid(server, take('@/app/layout'), take('node:fs')),
  forbid(server, take('@/prisma/seed/factories'), take('next/headers')),
  forbid(server, take('undici'), take('pg')),
  forbid(server, take('vitest'), take('vitest'), 'lib/queue/server/*.db.test.ts'),
]

const parents = [
  forbid(server, take('../../auth/actor'), take('../contract')),
  forbid(server, take('../testing/made'), take('@/lib/auth/actor')),
  forbid(server, take('./deeper/../queries'), take('./queries')),
  forbid('lib/queue/server/*.test.ts', take('../../auth/actor'), take('../contract')),
  forbid('lib/queue/testing/*.ts', take('../contract'), take('@/lib/queue/contract')),
  forbid(component, take('../ui/button'), take('./queue-head')),
  forbid('app/projects/*.tsx', take('../layout'), take('./page')),
  forbid('scripts/*.ts', take('../lib/auth/actor'), take('@/lib/auth/actor')),
  forbid('e2e/*.spec.ts', take('../lib/auth/actor'), take('./fixtures')),
  forbid(server, take('node:process'), take('node:fs')),
]

export const importLintCanaries: LintCanary[] = [...components, ...doors, ...purity, ...parents]
