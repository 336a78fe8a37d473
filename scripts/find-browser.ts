import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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
 * Path of a Chromium, or null: STEPMARK_CHROMIUM, else the one Playwright installed, else one of the system's. Throws
 * when STEPMARK_CHROMIUM names none.
 */
export function findBrowser(): string | null {
  const wanted = process.env.STEPMARK_CHROMIUM
  if (wanted && !canRun(wanted))
    throw new Error(`STEPMARK_CHROMIUM is ${wanted}, which is no program. Correct it or unset it.`)
  if (wanted) return wanted
  const playwrights = chromium.executablePath()
  if (existsSync(playwrights)) return playwrights
  for (const name of names) {
    const found = findOnPath(name)
    if (found) return found
  }
  return null
}

/** The commands that bring a browser to this kind of machine, in the order to try. */
function listInstallations(): string[][][] {
  const playwright = [
    process.execPath,
    join(repositoryRoot, 'node_modules', 'playwright', 'cli.js'),
  ]
  const apt = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
  ]
  if (!isRoot) return [[[...playwright, 'install', 'chromium']]]
  const withSystem = [[...playwright, 'install', '--with-deps', 'chromium']]
  return findOnPath('apt-get') ? [apt, withSystem] : [withSystem]
}

function runAll(commands: readonly string[][]): string | null {
  for (const [program = '', ...args] of commands) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0)
      return `${[program, ...args].join(' ')}: ${error?.message ?? `${stdout}${stderr}`.trim().slice(-600)}`
  }
  return null
}

/** As findBrowser, and installs one when there is none; `note` hears of it first. Throws with words when that fails. */
export function ensureBrowser(note: (message: string) => void): string {
  const found = findBrowser()
  if (found) return found
  note('No Chromium on this machine: installing one ...')
  const failures: string[] = []
  for (const commands of listInstallations()) {
    const failure = runAll(commands)
    if (failure) failures.push(failure)
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error(
    'The end-to-end tests need Chromium, and none could be installed. Nothing else was changed. ' +
      `Install Chromium or Chrome yourself, or set STEPMARK_CHROMIUM to its path.\n${failures.join('\n')}`,
  )
}
