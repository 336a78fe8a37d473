import { formatText } from '@/scripts/format-text'
import { importOverrides } from './imports'
import { ruleOverrides, rules } from './rules'

const plugins = [
  ...['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'nextjs'],
  'vitest',
]

export const config = {
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
  rules,
  overrides: [...ruleOverrides, ...importOverrides],
}

/** The text of .oxlintrc.json. */
export function writeConfigText(): Promise<string> {
  const text = `// Written by scripts/write-lint-config.ts from scripts/lint/. Do not edit.\n${JSON.stringify(config)}`
  return formatText('.oxlintrc.json', text)
}
