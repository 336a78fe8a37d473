import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { runChildProcess } from './run-child.mjs'

/**
 * Of installed browsers, the headless shell comes first: it has no window and takes a fifth less
 * CPU for the same journeys.
 */
const browserNames = [
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
  const configuredPath = process.env.STEPMARK_CHROMIUM
  if (configuredPath && !canRun(configuredPath))
    throw new Error(
      `STEPMARK_CHROMIUM is ${configuredPath}, which is not a program. Correct it or unset it.`,
    )
  if (configuredPath) return configuredPath
  const playwrightPath = chromium.executablePath()
  if (existsSync(playwrightPath)) return playwrightPath
  for (const name of browserNames) {
    const path = findOnPath(name)
    if (path) return path
  }
  return null
}

/** A program and its arguments. */
type Command = string[]

/** Ways to install a browser on this machine, in the order to try. Each is a list of commands. */
function listInstallations(): Command[][] {
  const playwrightCli = [
    process.execPath,
    join(repositoryRoot, 'node_modules', 'playwright', 'cli.js'),
  ]
  const apt = (name: string) => ['apt-get', 'install', '-y', '--no-install-recommends', name]
  if (!isRoot) return [[[...playwrightCli, 'install', 'chromium']]]
  const playwrightWithDependencies = [[...playwrightCli, 'install', '--with-deps', 'chromium']]
  if (!findOnPath('apt-get')) return [playwrightWithDependencies]
  const shellInstallation = [['apt-get', 'update'], apt('chromium-headless-shell')]
  return [shellInstallation, [apt('chromium')], playwrightWithDependencies]
}

/**
 * The error of the first command that fails, or null. Throws if a signal ended it: then no other
 * should be tried.
 */
async function runCommands(commands: readonly Command[]): Promise<string | null> {
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
 * The path of a Chromium. If there is none, calls `report` and installs one. Throws with the errors of all
 * installers if that fails.
 */
export async function installBrowserIfMissing(report: (message: string) => void): Promise<string> {
  const browser = findBrowser()
  if (browser) return browser
  report('No Chromium on this machine: installing one ...')
  const failures: string[] = []
  for (const commands of listInstallations()) {
    const failure = await runCommands(commands)
    if (failure) failures.push(failure)
    const installedPath = findBrowser()
    if (installedPath) return installedPath
  }
  throw new Error(
    'The end-to-end tests need Chromium, and none could be installed. Nothing else was changed. ' +
      `Install Chromium or Chrome yourself, or set STEPMARK_CHROMIUM to its path.\n${failures.join('\n')}`,
  )
}
