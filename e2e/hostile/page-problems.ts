import type { Page } from 'playwright/test'

interface WatchedWindow extends Window {
  brokenPolicies?: string[]
  hacked?: boolean
}

/** Returns a list that fills with what our pages never do, such as dialogs and requests to other origins. */
export async function collectPageProblems(page: Page, origin: string): Promise<string[]> {
  const problems: string[] = []
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, origin: requestOrigin } = new URL(request.url())
    if (requestOrigin !== origin && protocol !== 'data:')
      problems.push(`requested ${request.url()}`)
  })
  page.on('popup', () => problems.push('a window was opened'))
  page.on('console', (message) => {
    if (/content.security.policy|refused to/i.test(message.text())) problems.push(message.text())
  })
  await page.addInitScript(() => {
    const watched = window as WatchedWindow
    watched.brokenPolicies = []
    document.addEventListener('securitypolicyviolation', (event) => {
      watched.brokenPolicies!.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return problems
}

export interface PageFindings {
  elements: number
  foreign: string[]
}

/** Checks all elements and attributes. Those that our pages never contain are foreign. */
export function inspectPageElements(page: Page): Promise<PageFindings> {
  return page.evaluate(() => {
    const forbiddenElements =
      /^(?:img|image|iframe|object|embed|base|audio|video|source|marquee|applet|frame|frameset|portal|animate|set|foreignobject|mglyph|noscript|template|xml|xmp|plaintext)$/
    const urlAttributes = [
      'href',
      'src',
      'action',
      'formaction',
      'xlink:href',
      'srcdoc',
      'data',
      'to',
    ]
    const watched = window as WatchedWindow
    const foreign = [...(watched.brokenPolicies ?? [])]
    if ('hacked' in window) foreign.push('a script in a text ran')
    const elements = [...document.querySelectorAll('*')]
    for (const element of elements) {
      const name = element.localName.toLowerCase()
      const report = (problem: string) =>
        foreign.push(`${problem} in ${name}: ${element.textContent.slice(0, 200)}`)
      // React's empty placeholder for streamed content.
      const isReactPlaceholder =
        element instanceof HTMLTemplateElement &&
        /^[BPS]:[\da-f]+$/.test(element.id) &&
        element.content.childNodes.length === 0
      if (forbiddenElements.test(name) && !isReactPlaceholder) report(name)
      if (name === 'script' && !(element as HTMLScriptElement).nonce) {
        // Next.js adds these later from scripts with a nonce.
        const { src } = element as HTMLScriptElement
        if (!src.startsWith(`${location.origin}/_next/static/`)) report('a script without a nonce')
      }
      if (name === 'style' && !(element as HTMLStyleElement).nonce)
        report('a style without a nonce')
      for (const { name: key, value } of element.attributes) {
        if (key.startsWith('on')) report(key)
        if (key === 'style' && /url\(|expression|position:\s*fixed|@import/i.test(value))
          if (element.closest('.katex')) report('a style')
        if (!urlAttributes.includes(key) || key === 'data') continue
        const { protocol, origin } = new URL(value, location.href)
        if (!/^https?:$/.test(protocol) || origin !== location.origin) report(`${key}=${value}`)
      }
    }
    return { elements: elements.length, foreign }
  })
}
