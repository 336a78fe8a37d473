import type { BrowserContext, Page } from 'playwright/test'

/**
 * Every `goto` and `reload` in a context ends when the page listens: a key or a click before its own code has run is
 * lost, for a quick test as for a quick hand.
 */
export function waitForCode(context: BrowserContext): void {
  // A context that is used again comes with its page.
  for (const page of context.pages()) waitInPage(page)
  context.on('page', waitInPage)
}

function waitInPage(page: Page): void {
  const { goto, reload } = page
  page.goto = async (...args) => {
    const response = await goto.apply(page, args)
    await listens(page)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload.apply(page, args)
    await listens(page)
    return response
  }
}

/** What is no page of ours, a file or an error of the browser, has no code to wait for. */
const listening = 'html[data-hydrated], html:not(:has(script[src*="/_next/"]))'

async function listens(page: Page): Promise<void> {
  await page.locator(listening).waitFor({ state: 'attached' })
}
