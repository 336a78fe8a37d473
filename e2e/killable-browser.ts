import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { chromium, type BrowserContext, type LaunchOptions } from 'playwright/test'

/** A browser in its own process group with a persistent profile. */
export interface KillableBrowser {
  context: BrowserContext
  /** Kills all its processes at once, like a crash of the machine. */
  kill: () => Promise<void>
}

/** Starts the browser without Playwright, because Playwright's persistent context does not expose its process. */
export async function openKillableBrowser(
  { executablePath, args = [] }: LaunchOptions,
  profileFolder: string,
): Promise<KillableBrowser> {
  const options = ['--headless=new', '--remote-debugging-port=0', '--no-default-browser-check']
  const child = spawn(
    executablePath ?? chromium.executablePath(),
    [...args, ...options, `--user-data-dir=${profileFolder}`, 'about:blank'],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    process.kill(-child.pid!, 'SIGKILL')
    await exit
  }
  for await (const line of createInterface(child.stderr)) {
    const address = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
    if (!address) continue
    // A full pipe would block the browser.
    child.stderr.resume()
    const browser = await chromium.connectOverCDP(address)
    return { context: browser.contexts()[0]!, kill }
  }
  await kill()
  throw new Error('The browser did not start.')
}
