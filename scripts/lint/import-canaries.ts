import type { LintCanary } from './canary'

const purePath = 'lib/queue/*.ts'
const server = 'lib/queue/server/*.ts'
const component = 'components/queue/*.tsx'
const ui = 'components/ui/*.tsx'

/** A file with a forbidden import, and a file with a harmless one. */
function forbid(
  path: string,
  badText: string,
  harmlessText: string,
  harmlessPath?: string,
): LintCanary {
  const canary = { rule: 'no-restricted-imports', path, badText, harmlessText }
  return { ...canary, ...(harmlessPath && { harmlessPath }) }
}

const exportFrom = (from: string) => `export { a } from '${from}'\n`
const exportTypeFrom = (from: string) => `export type { A } from '${from}'\n`
const importFrom = (from: string) => `export const load = () => import('${from}')\n`

const components = [
  forbid(
    component,
    exportFrom('@/lib/queue/server/list-queue'),
    exportFrom('@/lib/queue/contract'),
  ),
  forbid(
    component,
    exportTypeFrom('@/lib/queue/server/list-queue'),
    exportTypeFrom('@/lib/queue/contract'),
  ),
  forbid(
    component,
    importFrom('@/lib/queue/server/list-queue'),
    importFrom('@/lib/queue/contract'),
  ),
  forbid(
    component,
    exportTypeFrom('@/lib/generated/prisma/client'),
    exportTypeFrom('@/lib/queue/contract'),
  ),
  forbid(
    component,
    exportTypeFrom('@/lib/generated/prisma/enums'),
    exportTypeFrom('@/lib/auth/actor'),
  ),
  forbid(component, exportFrom('@prisma/client'), exportFrom('@/components/ui/button')),
  forbid(component, exportFrom('@/app/layout'), exportFrom('@/components/projects/project-shell')),
  forbid(component, exportFrom('@/cli/terminal'), exportFrom('@/lib/client/call-api')),
  forbid(component, exportFrom('@/prisma/seed/factories'), exportFrom('@/components/ui/format')),
  forbid(
    component,
    exportFrom('@/lib/platform/testing/use-test-database'),
    exportFrom('@/lib/queue/contract'),
  ),
  forbid(component, exportFrom('node:fs'), exportFrom('next/navigation')),
  forbid(component, exportFrom('next/link'), exportFrom('@/components/ui/link')),
  forbid(component, exportFrom('next-auth/react'), exportFrom('@/lib/client/sign-in')),
  forbid(ui, exportFrom('@/lib/queue/contract'), exportFrom('@/lib/platform/errors')),
  forbid(ui, exportTypeFrom('@/lib/auth/actor'), exportTypeFrom('@/lib/platform/fields')),
  forbid(ui, exportFrom('@/lib/platform/server/env'), exportFrom('@/lib/platform/errors')),
  forbid(ui, exportFrom('@/components/queue/queue-head'), exportFrom('@/components/ui/button')),
  forbid(ui, exportFrom('next/link'), exportFrom('@/components/ui/link')),
]

const entryPoints = [
  forbid(
    'app/*.tsx',
    exportFrom('@/lib/generated/prisma/client'),
    exportFrom('@/lib/queue/server/list-queue'),
  ),
  forbid('app/*.tsx', exportTypeFrom('@prisma/client'), exportTypeFrom('@/lib/queue/contract')),
  forbid('app/*.tsx', exportFrom('@/cli/terminal'), exportFrom('@/components/ui/button')),
  forbid('app/*.tsx', exportFrom('next/link'), exportFrom('@/components/ui/link')),
  forbid('app/*.tsx', exportFrom('@/prisma/seed/demo'), exportFrom('@/lib/http/server/page')),
  forbid('app/api/v1/[[...path]]/*.ts', exportFrom('undici'), exportFrom('@/lib/http/server/api')),
  forbid(
    'cli/*.ts',
    exportFrom('@/lib/generated/prisma/client'),
    exportFrom('@/lib/queue/server/list-queue'),
  ),
  forbid('cli/commands/*.ts', importFrom('@/app/layout'), importFrom('@/lib/client/call-api')),
  forbid(
    'cli/commands/*.ts',
    exportFrom('@/lib/queue/testing/made'),
    exportFrom('@/prisma/seed/demo'),
  ),
]

const pureFiles = [
  forbid(purePath, exportFrom('node:fs'), exportFrom('zod')),
  forbid(purePath, exportTypeFrom('node:stream'), exportTypeFrom('zod')),
  forbid(purePath, exportFrom('@node-rs/argon2'), exportFrom('uuid')),
  forbid(purePath, exportFrom('pg'), exportFrom('@/lib/platform/errors')),
  forbid(purePath, exportFrom('pino'), exportFrom('katex')),
  forbid(purePath, exportFrom('undici'), exportFrom('./rules')),
  forbid(purePath, exportFrom('react'), exportFrom('@/lib/platform/contract')),
  forbid(purePath, exportFrom('next/navigation'), exportFrom('@/lib/platform/fields')),
  forbid(purePath, exportFrom('next-auth/react'), exportFrom('next-auth/react'), 'lib/client/*.ts'),
  forbid(purePath, exportFrom('hono'), exportFrom('zod')),
  forbid(
    purePath,
    exportFrom('@hono/zod-openapi'),
    exportFrom('@hono/zod-openapi'),
    'lib/platform/contract.ts',
  ),
  forbid('lib/client/*.ts', exportFrom('react'), exportFrom('next-auth/react')),
  forbid(purePath, exportFrom('./server/queries'), exportFrom('./contract')),
  forbid(
    purePath,
    exportTypeFrom('@/lib/platform/server/database'),
    exportTypeFrom('@/lib/platform/contract'),
  ),
  forbid(
    'lib/client/*.ts',
    exportFrom('@/lib/queue/server/list-queue'),
    exportFrom('@/lib/queue/contract'),
  ),
  forbid(
    purePath,
    exportTypeFrom('@/lib/generated/prisma/client'),
    exportTypeFrom('@/lib/generated/prisma/enums'),
  ),
  forbid(
    purePath,
    exportFrom('@/lib/generated/prisma/enums'),
    exportFrom('@/lib/generated/prisma/enums'),
    server,
  ),
  forbid(purePath, exportFrom('@/components/ui/format'), exportFrom('@/lib/platform/fields')),
  forbid(
    purePath,
    exportFrom('./testing/made'),
    exportFrom('./testing/made'),
    'lib/queue/*.test.ts',
  ),
  forbid('lib/queue/deeper/*.ts', exportFrom('node:fs'), exportFrom('node:fs'), server),
  forbid(server, exportFrom('@/app/layout'), exportFrom('node:fs')),
  forbid(server, exportFrom('@/prisma/seed/factories'), exportFrom('next/headers')),
  forbid(server, exportFrom('undici'), exportFrom('pg')),
  forbid(server, exportFrom('vitest'), exportFrom('vitest'), 'lib/queue/server/*.db.test.ts'),
]

const parentImports = [
  forbid(server, exportFrom('../../auth/actor'), exportFrom('../contract')),
  forbid(server, exportFrom('../testing/made'), exportFrom('@/lib/auth/actor')),
  forbid(server, exportFrom('./deeper/../queries'), exportFrom('./queries')),
  forbid('lib/queue/server/*.test.ts', exportFrom('../../auth/actor'), exportFrom('../contract')),
  forbid('lib/queue/testing/*.ts', exportFrom('../contract'), exportFrom('@/lib/queue/contract')),
  forbid(component, exportFrom('../ui/button'), exportFrom('./queue-head')),
  forbid('app/projects/*.tsx', exportFrom('../layout'), exportFrom('./page')),
  forbid('scripts/*.ts', exportFrom('../lib/auth/actor'), exportFrom('@/lib/auth/actor')),
  forbid('e2e/*.spec.ts', exportFrom('../lib/auth/actor'), exportFrom('./fixtures')),
  forbid(server, exportFrom('node:process'), exportFrom('node:fs')),
]

export const importLintCanaries: LintCanary[] = [
  ...components,
  ...entryPoints,
  ...pureFiles,
  ...parentImports,
]
