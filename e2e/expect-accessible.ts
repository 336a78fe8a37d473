import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'

/** All rules in light, and those about colours in dark, because only colours differ (app/tokens.css). */
const rules = { light: null, dark: ['color-contrast', 'link-in-text-block'] } as const

/** In dark only in the full run: `app/tokens.test.ts` checks the contrast of the pairs of colours in use in both themes. */
const colorSchemes = isFullTestRun ? (['light', 'dark'] as const) : (['light'] as const)

/** Expects no serious violation on the current page, except of the ignored rules. */
export async function expectAccessible(
  page: Page,
  state: string,
  ignoredRules: readonly string[] = [],
): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Already loaded if the page is the same.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
    const options = { only: rules[colorScheme], ignoredRules }
    const serious = await page.evaluate(findSerious, options)
    expect(serious, `${state}, ${colorScheme}`).toEqual([])
    await expect(page, `${state}, ${colorScheme}`).toHaveTitle(/\S/)
  }
}

/** Runs in the page. */
async function findSerious({
  only,
  ignoredRules,
}: {
  only: readonly string[] | null
  ignoredRules: readonly string[]
}): Promise<string[]> {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe
  const { violations } = await run({
    resultTypes: ['violations'],
    // On a busy machine Next.js may remove the title for a moment during a refresh.
    rules: { 'document-title': { enabled: false } },
    ...(only ? { runOnly: { type: 'rule', values: [...only] } } : {}),
  })
  return violations
    .filter(({ id, impact }) => !ignoredRules.includes(id) && /serious|critical/.test(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
