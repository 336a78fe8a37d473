import type { Page } from 'playwright/test'

interface Watched extends Window {
  brokenPolicies?: string[]
  hacked?: boolean
}

/** What a page did that none of ours does, from now on; empty: nothing. */
export async function watchPage(page: Page, origin: string): Promise<string[]> {
  const troubles: string[] = []
  page.on('dialog', (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (asked !== origin && protocol !== 'data:') troubles.push(`asked ${request.url()}`)
  })
  page.on('popup', () => troubles.push('a window was opened'))
  page.on('console', (message) => {
    if (/content.security.policy|refused to/i.test(message.text())) troubles.push(message.text())
  })
  await page.addInitScript(() => {
    const watched = window as Watched
    watched.brokenPolicies = []
    document.addEventListener('securitypolicyviolation', (event) => {
      watched.brokenPolicies!.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return troubles
}

export interface FoundInPage {
  elements: number
  foreign: string[]
}

/** Every element of the page and its attributes, held to what we draw: what texts would have added is foreign. */
export function searchPage(page: Page): Promise<FoundInPage> {
  return page.evaluate(() => {
    const never =
      /^(?:img|image|iframe|object|embed|base|audio|video|source|marquee|applet|frame|frameset|portal|animate|set|foreignobject|mglyph|noscript|template|xml|xmp|plaintext)$/
    const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc', 'data', 'to']
    const watched = window as Watched
    const foreign = [...(watched.brokenPolicies ?? [])]
    if ('hacked' in window) foreign.push('a script of a text ran')
    const all = [...document.querySelectorAll('*')]
    for (const element of all) {
      const name = element.localName.toLowerCase()
      const note = (words: string) =>
        foreign.push(`${words} in ${name}: ${element.textContent.slice(0, 200)}`)
      // Where React puts a part of the page that comes later: empty, and numbered by it.
      const isPlace =
        element instanceof HTMLTemplateElement &&
        /^[BPS]:[\da-f]+$/.test(element.id) &&
        element.content.childNodes.length === 0
      if (never.test(name) && !isPlace) note(name)
      if (name === 'script' && !(element as HTMLScriptElement).nonce) {
        // What Next adds later is trusted by those with a nonce, and comes from here.
        const { src } = element as HTMLScriptElement
        if (!src.startsWith(`${location.origin}/_next/static/`)) note('a script without a nonce')
      }
      if (name === 'style' && !(element as HTMLStyleElement).nonce) note('a style without a nonce')
      for (const { name: key, value } of element.attributes) {
        if (key.startsWith('on')) note(key)
        if (key === 'style' && /url\(|expression|position:\s*fixed|@import/i.test(value))
          if (element.closest('.katex')) note('a style')
        if (!addresses.includes(key) || key === 'data') continue
        const { protocol, origin } = new URL(value, location.href)
        if (!/^https?:$/.test(protocol) || origin !== location.origin) note(`${key}=${value}`)
      }
    }
    return { elements: all.length, foreign }
  })
}
