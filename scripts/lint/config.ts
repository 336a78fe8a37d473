import { formatSourceText } from '@/scripts/format-text'
import { importRuleOverrides } from './imports'
import { lintRuleOverrides, lintRules } from './rules'

const plugins = [
  ...['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'nextjs'],
  'vitest',
]

export const oxlintConfig = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins,
  categories: { correctness: 'error', suspicious: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    ...[
      'node_modules',
      '.next/**',
      '.stepmark/**',
      'lib/generated/**',
      'prisma/migrations/**',
      'next-env.d.ts',
    ],
    ...['test-results/**', 'playwright-report/**'],
  ],
  rules: lintRules,
  overrides: [...lintRuleOverrides, ...importRuleOverrides],
}

/** The text of .oxlintrc.json. */
export function formatOxlintConfig(): Promise<string> {
  const text = `// Written by scripts/write-lint-config.ts from scripts/lint/. Do not edit.\n${JSON.stringify(oxlintConfig)}`
  return formatSourceText('.oxlintrc.json', text)
}
