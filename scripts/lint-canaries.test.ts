import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeLintCanaries } from './lint/code-canaries'
import { oxlintConfig, formatOxlintConfig } from './lint/config'
import { importLintCanaries } from './lint/import-canaries'
import { importRuleOverrides } from './lint/imports'
import { pathLintCanaries } from './lint/path-canaries'
import { type LintError, lintSourceTexts, repositoryFolder } from './lint/run-canaries'

const lintTimeoutMs = 60_000
const canaries = [...importLintCanaries, ...pathLintCanaries, ...codeLintCanaries].map(
  (canary, index) => ({
    ...canary,
    badPath: canary.path.replace('*', `canary-${index}`),
    // A path without a star has room for one file only, so the harmless file is linted in a second run.
    harmlessPath: (canary.harmlessPath ?? canary.path).replace('*', `harmless-${index}`),
  }),
)
const badFiles = new Map(canaries.map(({ badPath, badText }) => [badPath, badText]))
const harmlessFiles = new Map(
  canaries.map(({ harmlessPath, harmlessText }) => [harmlessPath, harmlessText]),
)

let badReports = new Map<string, LintError[]>()
let harmlessReports = new Map<string, LintError[]>()

beforeAll(async () => {
  badReports = await lintSourceTexts(badFiles)
  harmlessReports = await lintSourceTexts(harmlessFiles)
}, lintTimeoutMs)

const listRules = (errors: LintError[] = []) => [...new Set(errors.map(({ rule }) => rule))]

describe('the examples of lint rules', () => {
  it.each(canaries)(
    'make $rule report $badPath and accept the harmless file',
    ({ rule, badPath, harmlessPath }) => {
      expect(listRules(badReports.get(badPath)), badPath).toEqual([rule])
      expect(harmlessReports.get(harmlessPath) ?? [], harmlessPath).toEqual([])
    },
  )

  it('include each configured rule', () => {
    const uncoveredRules = Object.entries(oxlintConfig.rules)
      .filter(([, setting]) => setting !== 'off')
      .map(([rule]) => rule)
      .filter((rule) => !canaries.some((canary) => canary.rule === rule))
    expect(uncoveredRules).toEqual([])
  })

  it('include each forbidden import', () => {
    const adviceTexts = new Set([...badReports.values()].flat().map(({ advice }) => advice))
    const messages = importRuleOverrides.flatMap(({ rules }) =>
      rules['no-restricted-imports'][1].patterns.map(({ message }) => message),
    )
    expect(messages.filter((message) => !adviceTexts.has(message))).toEqual([])
  })

  it('have different paths', () => {
    expect([badFiles.size, harmlessFiles.size]).toEqual([canaries.length, canaries.length])
  })
})

describe('.oxlintrc.json', () => {
  const path = join(repositoryFolder, '.oxlintrc.json')

  it('is identical to the output of scripts/write-lint-config.ts', async () => {
    expect(readFileSync(path, 'utf8')).toBe(await formatOxlintConfig())
  })

  it('sets no rule to "warn"', () => {
    expect(JSON.stringify(oxlintConfig)).not.toContain('"warn"')
  })
})
