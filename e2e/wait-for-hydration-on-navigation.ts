import type { BrowserContext, Page } from 'playwright/test'

/** Makes every `goto` and `reload` in a context wait for hydration, because earlier keys and clicks are lost. */
export function waitForHydrationOnNavigation(context: BrowserContext): void {
  // A reused context already has a page.
  for (const page of context.pages()) patchPage(page)
  context.on('page', patchPage)
}

function patchPage(page: Page): void {
  const { goto, reload } = page
  page.goto = async (...args) => {
    const response = await goto.apply(page, args)
    await waitUntilHydrated(page)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload.apply(page, args)
    await waitUntilHydrated(page)
    return response
  }
}

/** Other documents, such as files and browser errors, have no code to wait for. */
const hydratedSelector = 'html[data-hydrated], html:not(:has(script[src*="/_next/"]))'

async function waitUntilHydrated(page: Page): Promise<void> {
  await page.locator(hydratedSelector).waitFor({ state: 'attached' })
}
