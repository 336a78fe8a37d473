import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

/** All rules; in the dark those that look at colours, for nothing else is another there (app/tokens.css). */
const rules = { light: null, dark: ['color-contrast', 'link-in-text-block'] } as const

/** No serious violation of the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A page that one stays on has it already.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
    const serious = await page.evaluate(findSerious, rules[colorScheme])
    expect(serious, `${state}, ${colorScheme}`).toEqual([])
    await expect(page, `${state}, ${colorScheme}`).toHaveTitle(/\S/)
  }
}

/** Runs in the page. */
async function findSerious(only: readonly string[] | null): Promise<string[]> {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe
  const { violations } = await run({
    resultTypes: ['violations'],
    // On a busy machine Next may take the title away for a moment when a page is asked for anew: it is waited for instead.
    rules: { 'document-title': { enabled: false } },
    ...(only ? { runOnly: { type: 'rule', values: [...only] } } : {}),
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
