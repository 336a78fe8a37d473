import { testFilePatterns } from './domains'

type Setting = 'error' | 'off' | ['error', ...unknown[]]
type Rules = Record<string, Setting>

const confusedGlobals = ['closed', 'event', 'length', 'name', 'origin', 'parent', 'status', 'top']
const networkGlobals = ['EventSource', 'WebSocket', 'XMLHttpRequest', 'fetch']
const platformGlobals = [
  ...['Buffer', 'process', 'document', 'indexedDB', 'localStorage', 'location', 'navigator'],
  ...['sessionStorage', 'window'],
]

function describeGlobals(globals: string[], message: string) {
  return globals.map((each) => ({ name: each, message }))
}

const confusedGlobalBans = describeGlobals(
  confusedGlobals,
  'This is a global of the browser. Did you mean a variable?',
)
const networkGlobalBans = describeGlobals(
  networkGlobals,
  'Send requests with lib/client/call-api.ts (to our API) or lib/platform/server/outbound.ts.',
)
const platformGlobalBans = describeGlobals(
  platformGlobals,
  'Pure files can’t use globals of Node or the browser.',
)

function restrictGlobals(...globals: { name: string; message: string }[][]): Setting {
  return ['error', { globals: globals.flat(), checkGlobalObject: true }]
}

const neverProperties = [
  ...['$queryRawUnsafe', '$executeRawUnsafe'].map((property) => ({
    property,
    message: 'Use $queryRaw or $executeRaw with a template, whose values become parameters.',
  })),
  { object: 'Prisma', property: 'raw', message: 'Prisma.raw turns text into SQL. Use Prisma.sql.' },
  ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
    property,
    message: 'Only components/math can write HTML, with dangerouslySetInnerHTML.',
  })),
]
const noEnv = {
  object: 'process',
  property: 'env',
  message: 'Read settings in lib/platform/server/env.ts, which checks them.',
}

/** Rules of the categories "correctness" and "suspicious" that are off here. */
const disabledRules: Rules = {
  // JSX needs no import.
  'react/react-in-jsx-scope': 'off',
  // Hooks are checked in components and app only, because `useTestDatabase` is not a hook.
  'react/rules-of-hooks': 'off',
  // A duplicate from React's compiler.
  'react/hooks': 'off',
  // Reports a dependency that only triggers an effect; exhaustive-deps finds the missing ones.
  'react/exhaustive-effect-dependencies': 'off',
  // <output> and <progress> are announced and styled less reliably than the roles.
  'jsx-a11y/prefer-tag-over-role': 'off',
  // A group with roving focus (radiogroup, toolbar) listens for its members and is not focusable
  // itself.
  'jsx-a11y/interactive-supports-focus': 'off',
  // Reports every destructured method, though nothing here uses `this`.
  'typescript/unbound-method': 'off',
  // TypeScript's noImplicitReturns, without recognising exhaustive switches.
  'typescript/consistent-return': 'off',
  'typescript/no-unsafe-type-assertion': 'off',
  // Long lists of words have several on each line: [...['a', 'b'], ...['c']]. House rules find spread object literals.
  'unicorn/no-useless-spread': 'off',
  'unicorn/consistent-function-scoping': 'off',
  'unicorn/no-array-sort': 'off',
  'unicorn/no-array-reverse': 'off',
  'unicorn/prefer-add-event-listener': 'off',
  'unicorn/require-module-specifiers': 'off',
  'import/no-empty-named-blocks': 'off',
  'import/no-named-as-default': 'off',
  'import/no-named-as-default-member': 'off',
  'import/no-unassigned-import': 'off',
  'no-underscore-dangle': 'off',
  'vitest/no-conditional-expect': 'off',
}

const unusedOptions = {
  argsIgnorePattern: '^_',
  varsIgnorePattern: '^_',
  ignoreRestSiblings: true,
}
/** Without those of drop targets, which have an input next to them, and without mousedown, which only keeps the focus. */
const pressHandlers = {
  handlers: ['onClick', 'onContextMenu', 'onDoubleClick', 'onKeyDown', 'onKeyPress', 'onKeyUp'],
}

/** Rules for all files, in addition to the two categories. Each that is on has a canary. */
export const lintRules: Rules = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 60 }],
  'no-console': 'error',
  'no-restricted-globals': restrictGlobals(confusedGlobalBans, networkGlobalBans),
  'no-restricted-properties': ['error', ...neverProperties, noEnv],
  'no-shadow': ['error', { allow: ['_'] }],
  'no-unused-vars': ['error', unusedOptions],
  'no-eval': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'import/no-cycle': ['error', { ignoreTypes: false }],
  'import/no-duplicates': 'error',
  'jsx-a11y/no-noninteractive-element-interactions': ['error', pressHandlers],
  'jsx-a11y/no-static-element-interactions': ['error', pressHandlers],
  'oxc/no-barrel-file': ['error', { threshold: 0 }],
  'react/jsx-no-target-blank': 'error',
  'react/no-danger': 'error',
  'typescript/no-implied-eval': 'error',
  'typescript/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
  'typescript/consistent-type-imports': 'error',
  'typescript/no-deprecated': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-floating-promises': 'error',
  // React accepts a handler that returns a promise; a `void` around its body would catch nothing.
  'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  // [...text] is the way to get its characters.
  'typescript/no-misused-spread': ['error', { allow: ['string'] }],
  'typescript/no-namespace': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-unsafe-argument': 'error',
  'typescript/no-unsafe-assignment': 'error',
  'typescript/no-unsafe-call': 'error',
  'typescript/no-unsafe-member-access': 'error',
  'typescript/no-unsafe-return': 'error',
  'typescript/only-throw-error': 'error',
  'typescript/prefer-promise-reject-errors': 'error',
  'typescript/restrict-plus-operands': 'error',
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  'unicorn/filename-case': ['error', { case: 'kebabCase' }],
  'unicorn/no-abusive-eslint-disable': 'error',
  'unicorn/prefer-node-protocol': 'error',
  'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
  // The second argument says which case failed.
  'vitest/valid-expect': ['error', { maxArgs: 2 }],
  ...disabledRules,
}

const filesThatPrint = [
  ...['cli/**', 'scripts/**', 'bench/**', 'e2e/**', 'system/**', 'prisma/**'],
  './*.config.{ts,mjs}',
]
const filesWithEnv = [
  ...['lib/platform/server/env.ts', './instrumentation.ts', './proxy.ts', './*.config.{ts,mjs}'],
  ...['scripts/**', 'bench/**', 'e2e/**', 'system/**', 'prisma/seed/**', ...testFilePatterns],
]
const filesWithNetwork = [
  ...['lib/client/call-api.ts', 'lib/platform/server/outbound.ts'],
  ...['scripts/**', 'bench/**', 'e2e/**', 'system/**', ...testFilePatterns],
]
const unsafeRules = Object.keys(lintRules).filter((rule) =>
  rule.startsWith('typescript/no-unsafe-'),
)

/** Where a rule is looser or stricter. A later entry replaces an earlier one for its files. */
export const lintRuleOverrides = [
  {
    files: ['lib/*/**'],
    excludeFiles: ['lib/*/server/**', 'lib/client/**'],
    rules: {
      'no-restricted-globals': restrictGlobals(
        confusedGlobalBans,
        networkGlobalBans,
        platformGlobalBans,
      ),
    },
  },
  {
    files: filesWithNetwork,
    rules: { 'no-restricted-globals': restrictGlobals(confusedGlobalBans) },
  },
  { files: filesWithEnv, rules: { 'no-restricted-properties': ['error', ...neverProperties] } },
  { files: [...filesThatPrint, ...testFilePatterns], rules: { 'no-console': 'off' } },
  { files: ['components/math/**'], rules: { 'react/no-danger': 'off' } },
  { files: ['app/**', 'components/**'], rules: { 'react/rules-of-hooks': 'error' } },
  {
    files: ['app/**/*.tsx', 'components/**'],
    rules: { 'max-lines-per-function': ['error', { max: 120 }] },
  },
  { files: ['app/**/page.tsx'], rules: { 'max-lines': ['error', { max: 80 }] } },
  { files: ['**/*.mjs'], rules: switchOff(unsafeRules) },
  {
    files: [...testFilePatterns, 'e2e/**'],
    rules: {
      ...switchOff(['max-lines', 'max-lines-per-function', 'no-shadow', ...unsafeRules]),
      'nextjs/no-assign-module-variable': 'off',
      // Tests of terminal output match control characters.
      'no-control-regex': 'off',
    } satisfies Rules,
  },
  // Playwright reads the fixtures from the braces, which can be `{}`.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
]

/** Settings that turn these rules off. */
function switchOff(names: string[]): Rules {
  return Object.fromEntries(names.map((each) => [each, 'off']))
}
