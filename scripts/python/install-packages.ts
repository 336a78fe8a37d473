import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChildProcess } from '@/scripts/run-child.mjs'

const isWindows = process.platform === 'win32'

/** Why Python packages cannot be installed on this machine. A test run that needs them reports it and is skipped. */
export class PythonUnavailableError extends Error {}

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
  throw new PythonUnavailableError('Python 3 with venv is not installed')
}

/**
 * Installs pinned packages into a virtual environment, unless they are there already.
 * @param folder of the virtual environment; replaced if its packages differ
 * @param requirements path of the file with the pinned versions
 * @param program the name of the program to use, such as `python`
 * @returns the path of the program
 * @throws PythonUnavailableError without Python 3 or its module venv
 */
export async function installPackages(
  folder: string,
  requirements: string,
  program: string,
): Promise<string> {
  const programFolder = join(folder, isWindows ? 'Scripts' : 'bin')
  const getProgramPath = (name: string) => join(programFolder, isWindows ? `${name}.exe` : name)
  const stamp = join(folder, 'stepmark-installed')
  const pins = readFileSync(requirements, 'utf8')
  if (
    existsSync(getProgramPath(program)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === pins
  )
    return getProgramPath(program)
  const python = await findPython()
  rmSync(folder, { recursive: true, force: true })
  for (const [command, ...args] of [
    [python, '-m', 'venv', folder],
    [
      join(programFolder, 'python'),
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
    if (code !== 0)
      throw new Error(`${output}\nThe packages of ${requirements} could not be installed.`)
  }
  writeFileSync(stamp, pins)
  return getProgramPath(program)
}
