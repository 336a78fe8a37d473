import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { installBrowserIfMissing } from './find-browser'
import {
  listScreenshotFiles,
  type DemoPersonName,
  type Screenshot,
  screenshots,
} from './screenshot-list'
import { type RunningDemo, withDemo } from './with-demo'

const desktop = { width: 1280 }
const phone = { width: 390, height: 844 }
/** A lower quality has artefacts around letters. */
const quality = 82
/** Long, because pages are slow on a busy machine. */
const pageTimeoutMs = 300_000

const folder = join(repositoryRoot, 'docs', 'images')
/** Make fonts and colours look the same on every machine. */
const launchArgs = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
]
const isRoot = process.getuid?.() === 0

/** Set once the page is hydrated: earlier key presses are lost. */
const hydratedSelector = 'html[data-hydrated]'

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator(hydratedSelector).waitFor({ state: 'attached' })
}

async function signIn(
  browser: Browser,
  { url, accounts }: RunningDemo,
  person: DemoPersonName,
): Promise<Page> {
  const account = accounts.find(({ email }) => email.startsWith(`${person}@`))
  if (!account) throw new Error(`The demo has no account ${person}.`)
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { ...desktop, height: 800 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(pageTimeoutMs)
  await openPage(page, '/sign-in')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
  return page
}

/** WebP from the browser: a third of a PNG of the same page. */
async function takeScreenshot(page: Page, file: string): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // Finishes colour transitions.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality })
  await devtools.detach()
  const bytes = Buffer.from(data, 'base64')
  writeFileSync(join(folder, file), bytes)
  return bytes.length
}

async function takePicture(page: Page, picture: Screenshot): Promise<void> {
  const { height = 860, isPhone = false, prepare } = picture
  await page.setViewportSize(isPhone ? phone : { ...desktop, height })
  await page.emulateMedia({ colorScheme: 'light' })
  await openPage(page, picture.path)
  await prepare?.(page)
  await page.mouse.move(0, 0)
  for (const { file, colorScheme } of listScreenshotFiles(picture)) {
    await page.emulateMedia({ colorScheme })
    const size = await takeScreenshot(page, file)
    console.error(`${file.padEnd(28)} ${(size / 1024).toFixed(0).padStart(4)} KiB`)
  }
}

mkdirSync(folder, { recursive: true })
const executablePath = await installBrowserIfMissing((message) => console.error(message))
await withDemo(async (demo) => {
  const browser = await chromium.launch({
    executablePath,
    args: [...launchArgs, ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    const pages = new Map<DemoPersonName, Page>()
    for (const picture of screenshots) {
      const page = pages.get(picture.person) ?? (await signIn(browser, demo, picture.person))
      pages.set(picture.person, page)
      await takePicture(page, picture)
    }
  } finally {
    await browser.close()
  }
})
