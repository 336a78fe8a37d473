import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { runChildProcess } from '@/scripts/run-child.mjs'

const isWindows = process.platform === 'win32'
const requirements = join(repositoryRoot, 'scripts', 'schemathesis', 'requirements.txt')

/** Why Schemathesis cannot run on this machine, for the report of a run that skips it. */
export class SchemathesisUnavailableError extends Error {}

const run = (command: string, args: string[]) =>
  runChildProcess(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })

async function findPython(): Promise<string> {
  for (const command of isWindows ? ['python'] : ['python3', 'python']) {
    const { code, output } = await run(command, [
      '-c',
      'import sys, venv, ensurepip; print(sys.version_info[0])',
    ])
    if (code === 0 && output.trim() === '3') return command
  }
  throw new SchemathesisUnavailableError('Python 3 with venv is not installed')
}

/**
 * Installs the pinned packages into a virtual environment in `folder`, unless they are there already. Returns the path of the program.
 * Throws Unavailable without Python 3 or its module venv.
 */
export async function installSchemathesis(folder: string): Promise<string> {
  const programs = join(folder, isWindows ? 'Scripts' : 'bin')
  const program = join(programs, isWindows ? 'schemathesis.exe' : 'schemathesis')
  const stamp = join(folder, 'stepmark-installed')
  const pins = readFileSync(requirements, 'utf8')
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === pins)
    return program
  const python = await findPython()
  rmSync(folder, { recursive: true, force: true })
  for (const [command, ...args] of [
    [python, '-m', 'venv', folder],
    [
      join(programs, 'python'),
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '-r',
      requirements,
    ],
  ] as const) {
    const { code, output } = await run(command, args)
    if (code !== 0) throw new Error(`${output}\nSchemathesis could not be installed.`)
  }
  writeFileSync(stamp, pins)
  return program
}
