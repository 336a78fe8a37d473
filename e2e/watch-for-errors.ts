import type { BrowserContext } from 'playwright/test'

const ignoredContexts = new WeakSet<BrowserContext>()

/** Adds console errors of a context's pages to `errors`, including violations of the Content-Security-Policy. */
export function watchForErrors(context: BrowserContext, errors: string[]): void {
  const add = (error: string) => {
    if (!ignoredContexts.has(context) && !isExpected(error)) errors.push(error)
  }
  // A page may catch the exception of a forbidden `eval`, and then the browser logs nothing.
  void context.addInitScript(() =>
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample }) =>
        console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  )
  context.on('console', (message) => {
    if (message.type() === 'error') add(message.text())
  })
  context.on('weberror', (event) => add(String(event.error())))
}

/** For a context whose pages log errors on purpose. */
export function ignoreErrors(context: BrowserContext): BrowserContext {
  ignoredContexts.add(context)
  return context
}

/** Browsers also log expected rejections. */
const isExpected = (text: string) =>
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(
    text,
  )
