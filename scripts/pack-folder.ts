import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The npm that runs this process, or the one on the path. */
const npm = process.env.npm_execpath?.endsWith('.js')
  ? [process.execPath, process.env.npm_execpath]
  : ['npm']

/** Runs `npm pack` in a folder. Returns the path of the package, which it writes to `destination`. */
export async function packFolder(folder: string, destination: string): Promise<string> {
  const [command = 'npm', ...prefix] = npm
  const { stdout } = await execute(
    command,
    [...prefix, 'pack', '--ignore-scripts', '--json', '--pack-destination', destination],
    { cwd: folder, maxBuffer: 50_000_000 },
  )
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  return join(destination, filename)
}
