import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'

/** All rules in light, and those about colours in dark, because only colours differ (app/tokens.css). */
const rules = { light: null, dark: ['color-contrast', 'link-in-text-block'] } as const

/** In dark only in the full run: `app/tokens.test.ts` checks the contrast of the pairs of colours in use in both themes. */
const colorSchemes = isFullTestRun ? (['light', 'dark'] as const) : (['light'] as const)

/** Texts of the same colours whose contrast is measured. In every run a few, since one may be partly covered. */
const contrastSamples = isFullTestRun ? Infinity : 3

/** The minified build, because each page receives and compiles it. */
const axeSource = readFileSync(
  join(repositoryRoot, 'node_modules', 'axe-core', 'axe.min.js'),
  'utf8',
)

/** Expects no serious violation on the current page, except of the ignored rules. */
export async function expectAccessible(
  page: Page,
  state: string,
  ignoredRules: readonly string[] = [],
): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Already loaded if the page is the same.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
    const options = { only: rules[colorScheme], ignoredRules, contrastSamples }
    const serious = await page.evaluate(findSerious, options)
    expect(serious, `${state}, ${colorScheme}`).toEqual([])
    await expect(page, `${state}, ${colorScheme}`).toHaveTitle(/\S/)
  }
}

interface ContrastRule {
  id: string
  matches: (element: Element, ...context: readonly unknown[]) => boolean
}
interface LoadedAxe {
  run: typeof axe.run
  _audit: { rules: ContrastRule[] }
}

interface FindOptions {
  only: readonly string[] | null
  ignoredRules: readonly string[]
  contrastSamples: number
}

/** Runs in the page. */
async function findSerious({ only, ignoredRules, contrastSamples: samples }: FindOptions) {
  const { run, _audit: audit } = (globalThis as unknown as { axe: LoadedAxe }).axe
  const backgrounds = new Map<Element, string>()
  /** The colours behind the text of an element, with those of its ancestors. */
  const describeBackground = (element: Element | null): string => {
    if (!element) return ''
    const known = backgrounds.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const isPlain =
      backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1'
    const own = isPlain ? '' : `/${backgroundColor} ${backgroundImage} ${opacity}`
    const description = describeBackground(element.parentElement) + own
    backgrounds.set(element, description)
    return description
  }
  // Contrast takes most of the time of all rules, and pages repeat the same colours hundreds of times.
  const contrastRule = audit.rules.find(({ id }) => id === 'color-contrast')!
  const { matches } = contrastRule
  const counts = new Map<string, number>()
  contrastRule.matches = (element, ...context) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const colours = `${color} ${fontSize} ${fontWeight} ${textShadow}${describeBackground(element)}`
    const count = counts.get(colours) ?? 0
    if (count >= samples || !matches(element, ...context)) return false
    counts.set(colours, count + 1)
    return true
  }
  const { violations } = await run({
    resultTypes: ['violations'],
    // Would load the styles again, for rules about rotated screens and media, which pages don't have.
    preload: false,
    // On a busy machine Next.js may remove the title for a moment during a refresh.
    rules: { 'document-title': { enabled: false } },
    ...(only ? { runOnly: { type: 'rule', values: [...only] } } : {}),
  })
  contrastRule.matches = matches
  return violations
    .filter(({ id, impact }) => !ignoredRules.includes(id) && /serious|critical/.test(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
