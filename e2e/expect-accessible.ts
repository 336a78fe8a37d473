import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'

/** All rules in light, and those about colours in dark, because only colours differ (app/tokens.css). */
const rules = { light: null, dark: ['color-contrast', 'link-in-text-block'] } as const

/** Dark only in the full run: in every run, `app/tokens.test.ts` checks the contrast of all colour pairs in both themes. */
const colorSchemes = isFullTestRun ? (['light', 'dark'] as const) : (['light'] as const)

/** The minified build, because each page receives and compiles it. */
const axeSource = readFileSync(
  join(repositoryRoot, 'node_modules', 'axe-core', 'axe.min.js'),
  'utf8',
)

/** Expects no serious violation on the current page, apart from the ignored rules. */
export async function expectAccessible(
  page: Page,
  state: string,
  ignoredRules: readonly string[] = [],
): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Already loaded if the page has not navigated since.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
    const options = { only: rules[colorScheme], ignoredRules }
    const seriousViolations = await page.evaluate(findSeriousViolations, options)
    expect(seriousViolations, `${state}, ${colorScheme}`).toEqual([])
    await expect(page, `${state}, ${colorScheme}`).toHaveTitle(/\S/)
  }
}

interface FindOptions {
  only: readonly string[] | null
  ignoredRules: readonly string[]
}

/** Runs in the page. */
async function findSeriousViolations({ only, ignoredRules }: FindOptions) {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe
  const { violations } = await run({
    resultTypes: ['violations'],
    // Preloading would fetch the styles again, for rules about screen rotation and media that don't apply to our pages.
    preload: false,
    // On a busy machine Next.js may remove the title for a moment during a refresh.
    rules: { 'document-title': { enabled: false } },
    ...(only ? { runOnly: { type: 'rule', values: [...only] } } : {}),
  })
  return violations
    .filter(({ id, impact }) => !ignoredRules.includes(id) && /serious|critical/.test(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
