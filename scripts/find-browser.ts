import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { runChildProcess } from './run-child.mjs'

/**
 * Of installed browsers, the headless shell comes first: it has no window and takes a fifth less
 * CPU for the same journeys.
 */
const names = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
]
const isRoot = process.getuid?.() === 0

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findOnPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(canRun) ?? null
}

/**
 * Path of a Chromium, or null: STEPMARK_CHROMIUM, else the one that Playwright installed, else an
 * installed one. Throws if STEPMARK_CHROMIUM is not a program.
 */
export function findBrowser(): string | null {
  const configured = process.env.STEPMARK_CHROMIUM
  if (configured && !canRun(configured))
    throw new Error(
      `STEPMARK_CHROMIUM is ${configured}, which is not a program. Correct it or unset it.`,
    )
  if (configured) return configured
  const playwrights = chromium.executablePath()
  if (existsSync(playwrights)) return playwrights
  for (const name of names) {
    const path = findOnPath(name)
    if (path) return path
  }
  return null
}

/** Commands that install a browser on this kind of machine, in the order to try. */
function listInstallations(): string[][][] {
  const playwright = [
    process.execPath,
    join(repositoryRoot, 'node_modules', 'playwright', 'cli.js'),
  ]
  const apt = (name: string) => ['apt-get', 'install', '-y', '--no-install-recommends', name]
  if (!isRoot) return [[[...playwright, 'install', 'chromium']]]
  const withSystem = [[...playwright, 'install', '--with-deps', 'chromium']]
  if (!findOnPath('apt-get')) return [withSystem]
  const shell = [['apt-get', 'update'], apt('chromium-headless-shell')]
  return [shell, [apt('chromium')], withSystem]
}

/**
 * The error of the first command that fails, or null. Throws if a signal ended it: then no other
 * should be tried.
 */
async function runAll(commands: readonly string[][]): Promise<string | null> {
  for (const [program = '', ...args] of commands) {
    const { code, output } = await runChildProcess(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (code > 128) throw new Error(`${program} was ended by a signal.`)
    if (code !== 0) return `${[program, ...args].join(' ')}: ${output.trim().slice(-600)}`
  }
  return null
}

/**
 * The path of a Chromium. If there is none, calls `note` and installs one. Throws with the errors of all
 * installers if that fails.
 */
export async function installBrowserIfMissing(note: (message: string) => void): Promise<string> {
  const browser = findBrowser()
  if (browser) return browser
  note('No Chromium on this machine: installing one ...')
  const failures: string[] = []
  for (const commands of listInstallations()) {
    const failure = await runAll(commands)
    if (failure) failures.push(failure)
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error(
    'The end-to-end tests need Chromium, and none could be installed. Nothing else was changed. ' +
      `Install Chromium or Chrome yourself, or set STEPMARK_CHROMIUM to its path.\n${failures.join('\n')}`,
  )
}
