import type { Browser, Page } from 'playwright'

/** Opens the labelling screen a second time, with a warm cache, and measures when the current step is readable. */
export async function measureLabellingScreenReload(page: Page, address: string) {
  await page.goto(address)
  await page.locator('#current-row').waitFor()
  await page.addInitScript(watchOpening)
  await page.reload()
  await page.waitForFunction(() => 'readableAt' in globalThis, undefined, { timeout: 120_000 })
  return page.evaluate(() => {
    const { readableAt } = globalThis as unknown as { readableAt: number }
    const replies = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const reply = replies.find(({ name }) => /\/leases\/[^/]+\/work$/.test(name))
    return { fromStart: readableAt, fromReply: readableAt - (reply?.responseEnd ?? 0) }
  })
}

/** Runs in the page: records when the first frame that contains the current step was painted. */
function watchOpening() {
  const observer = new MutationObserver(() => {
    if (!document.getElementById('current-row')) return
    observer.disconnect()
    requestAnimationFrame(() => {
      // The frame is painted before the next task.
      const channel = new MessageChannel()
      channel.port1.onmessage = () => Object.assign(globalThis, { readableAt: performance.now() })
      channel.port2.postMessage(null)
    })
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Resident memory of the largest renderer in MiB, without files that processes share. */
export async function measureTabMemory(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return Math.max(...renderers.map(({ id }) => readOwnMemory(id)))
}

/** Memory of a process that no file backs, in MiB; 0 if the system does not report it. */
function readOwnMemory(pid: number): number {
  try {
    const status = process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
