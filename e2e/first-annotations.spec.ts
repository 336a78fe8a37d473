import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectSaved, pressKeys, signIn, openLabellingScreen } from './actions'
import { expect, test, testInFullRun } from './fixtures'

interface Demo {
  url: string
  email: string
  password: string
  stop(): Promise<void>
}

/** Runs `npm run demo` in a new folder, and reads the URL and an account from its output. */
async function runDemo(home: string): Promise<Demo> {
  const { DATABASE_URL, ...env } = process.env
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'demo', '--home', home, '--port', '4900'],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const output = await readUntil(child, /Ctrl-C/)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)![0]
  const [, email, password] = /annotator\s+(\S+)\s+(\S+)/.exec(output)!
  const stop = async () => {
    const exitPromise = once(child, 'exit')
    child.kill('SIGTERM')
    await exitPromise
  }
  return { url, email: email!, password: password!, stop }
}

async function readUntil(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout!) {
    output += String(chunk)
    if (pattern.test(output)) return output
  }
  throw new Error(`The demo ended early. Its output: ${output}`)
}

// Tested in every run by scripts/demo-database.db.test.ts and prisma/seed/demo.db.test.ts.
testInFullRun(
  'a user starts the demo, signs in and annotates, and the annotation survives a restart of the demo',
  async ({ browser }) => {
    test.slow()
    const home = mkdtempSync(join(tmpdir(), 'stepmark-demo-'))
    chmodSync(home, 0o755)
    try {
      const demo = await runDemo(home)
      const page = await browser.newPage({ baseURL: demo.url })
      await signIn(page, demo.email, demo.password)
      await page.getByRole('link', { name: 'Label' }).first().click()
      await openLabellingScreen(page, 'demo')
      await expect(page.getByRole('main').locator('.katex').first()).toBeVisible()
      await pressKeys(page, '3', '3')
      await expectSaved(page)
      const address = page.url()
      // An open page would log that the server is gone.
      await page.goto('about:blank')
      await demo.stop()

      const secondDemo = await runDemo(home)
      await page.goto(address.replace(demo.url, secondDemo.url))
      await expect(page.getByRole('listitem', { name: /^Step 2 of \d+, positive/ })).toBeVisible()
      await page.context().close()
      await secondDemo.stop()
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
)
