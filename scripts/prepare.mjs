// Installs packages and generates the database client when they are missing or out of date. Plain JavaScript for Node 20.19 and
// newer, since it runs before any package is installed. Prints to standard error only.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupportedNode, oldestNodeVersion } from './node-version.mjs'
import { runChildProcess } from './run-child.mjs'

export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)))
export const nodeModules = join(repositoryRoot, 'node_modules')
const installStamp = join(nodeModules, '.stepmark-installed')
const generatedFolder = join(repositoryRoot, 'lib', 'generated')
const generateStamp = join(generatedFolder, 'stepmark-generated')
const lockFolder = join(repositoryRoot, '.stepmark', 'install.lock')
const isWindows = process.platform === 'win32'

/** @param {string} text */
export const printMessage = (text) => process.stderr.write(`${text}\n`)

/** Ends the run with a message instead of a stack trace. */
export class SetupError extends Error {}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** @param {string[]} parts */
const hash = (parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** @param {string} path */
const readIfExists = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Node 24 from npm; without it (install scripts are off), the running Node if it is new enough. */
export const findNode = () => {
  const node = join(nodeModules, 'node', 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  if (isSupportedNode(process.versions.node)) return process.execPath
  throw new SetupError(
    `Stepmark needs Node ${oldestNodeVersion} or newer, but this is ${process.version}. The npm package "node", which contains Node 24, ` +
      'was installed without its install script. Nothing was started.\n' +
      'Allow install scripts (npm ci --ignore-scripts=false), or install a newer Node.',
  )
}

// ── Install ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A hash of everything that determines what `npm ci` installs. */
const fingerprintInstall = () => {
  const { dependencies, devDependencies, overrides, allowScripts } = readJson(
    join(repositoryRoot, 'package.json'),
  )
  return hash([
    ...[process.platform, process.arch],
    ...[
      readIfExists(join(repositoryRoot, 'package-lock.json')),
      readIfExists(join(repositoryRoot, '.npmrc')),
    ],
    JSON.stringify([dependencies, devDependencies, overrides, allowScripts]),
  ])
}

/** Whether node_modules matches package-lock.json, for example after a manual `npm install`. */
const matchesLockfile = () => {
  const hiddenLockfile = join(nodeModules, '.package-lock.json')
  if (!existsSync(hiddenLockfile)) return false
  const expected = readJson(join(repositoryRoot, 'package-lock.json')).packages
  const installed = readJson(hiddenLockfile).packages
  const isInstalled = ([path, entry]) =>
    path === '' || (installed[path] ? installed[path].version === entry.version : entry.optional)
  return (
    Object.entries(expected).every(isInstalled) &&
    Object.keys(installed).every((path) => path in expected)
  )
}

/** A Node outside node_modules, which `npm ci` deletes while it runs. */
const findOutsideNode = () => {
  const isInside = (path) => resolve(path).startsWith(nodeModules + sep)
  const nodesOnPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !isInside(folder))
    .map((folder) => join(folder, isWindows ? 'node.exe' : 'node'))
  const candidates = [process.env.npm_node_execpath, process.execPath, ...nodesOnPath]
  return candidates.find((path) => path && !isInside(path) && existsSync(path)) ?? process.execPath
}

/** @returns {[string, ...string[]]} */
const findNpm = () => {
  const outsideNode = findOutsideNode()
  const npmPath = join('node_modules', 'npm', 'bin', 'npm-cli.js')
  const script = [
    process.env.npm_execpath,
    join(dirname(outsideNode), '..', 'lib', npmPath),
    join(dirname(outsideNode), npmPath),
  ].find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path))
  return script ? [outsideNode, script] : ['npm']
}

const makeInstallEnv = () => {
  const env = { ...process.env, NODE_ENV: undefined }
  for (const name of Object.keys(env)) if (/^npm_(?!config_)/i.test(name)) delete env[name]
  const isInside = (folder) => resolve(folder).startsWith(nodeModules + sep)
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !isInside(folder))
    .join(delimiter)
  return env
}

/** @param {string[]} npmArgs @param {number | 'pipe'} output */
const runNpm = (npmArgs, output) => {
  const [command, ...args] = findNpm()
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  return runChildProcess(command, [...args, ...npmArgs, ...options], {
    cwd: repositoryRoot,
    env: makeInstallEnv(),
    stdio: ['ignore', output, output],
    shell: isWindows && command === 'npm',
  })
}

const install = async () => {
  const startedAt = Date.now()
  printMessage('Installing packages, which takes a minute or two ...')
  let result = await runNpm(['ci'], 'pipe')
  // A registry without packages of other platforms leaves gaps in package-lock.json, which only
  // `npm install` accepts.
  const hasGaps = result.code !== 0 && result.output.includes('EUSAGE')
  if (hasGaps) result = await runNpm(['install'], 2)
  else if (result.code !== 0) printMessage(result.output)
  if (result.code !== 0)
    throw new SetupError(
      "npm couldn't install the packages (see its output above). Your data is unchanged.\n" +
        'Check that the package registry is reachable and the disk is not full, then run this again.',
    )
  printMessage(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

// ── Generate ─────────────────────────────────────────────────────────────────────────────────────────────────────

const fingerprintGenerate = () => {
  const schema = join(repositoryRoot, 'prisma', 'schema')
  const files = readdirSync(schema).sort()
  const { version } = readJson(join(nodeModules, 'prisma', 'package.json'))
  return hash([
    version,
    readIfExists(join(repositoryRoot, 'prisma.config.ts')),
    ...files.flatMap((name) => [name, readIfExists(join(schema, name))]),
  ])
}

const isGenerated = () =>
  readIfExists(generateStamp) === fingerprintGenerate() &&
  existsSync(join(generatedFolder, 'prisma', 'client.ts'))

const generate = async () => {
  const { code, output } = await runChildProcess(
    findNode(),
    [join(nodeModules, 'prisma', 'build', 'index.js'), 'generate'],
    { cwd: repositoryRoot, env: { ...process.env, CHECKPOINT_DISABLE: '1' } },
  )
  if (code !== 0)
    throw new SetupError(
      `${output}\nprisma generate failed. Your data is unchanged. Correct prisma/schema and run this again.`,
    )
  writeFileSync(generateStamp, fingerprintGenerate())
}

// ── One at a time ────────────────────────────────────────────────────────────────────────────────────────────────

/** @param {number} milliseconds */
const pause = (milliseconds) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const takeLock = () => {
  let hasPrinted = false
  let emptySince = Date.now()
  for (;;) {
    try {
      mkdirSync(dirname(lockFolder), { recursive: true })
      mkdirSync(lockFolder)
      writeFileSync(join(lockFolder, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new SetupError(
          `Packages or generated code are missing or out of date, and ${repositoryRoot} is not writable (${error.code}). ` +
            'Nothing was changed. Run this once as the owner of that folder.',
        )
    }
    const holderPid = Number(readIfExists(join(lockFolder, 'pid')))
    if (holderPid > 0) emptySince = Date.now()
    if (holderPid > 0 ? !isAlive(holderPid) : Date.now() - emptySince > 2_000) {
      rmSync(lockFolder, { recursive: true, force: true })
      continue
    }
    if (!hasPrinted) printMessage('Another run is installing packages. Waiting for it ...')
    hasPrinted = true
    pause(200)
  }
}

/** Makes packages and generated code match package-lock.json and prisma/schema. Concurrent runs wait for each other. */
export const installAndGenerate = async () => {
  const isInstalled = () => readIfExists(installStamp) === fingerprintInstall()
  if (isInstalled() && isGenerated()) return
  takeLock()
  try {
    if (!isInstalled()) {
      if (!matchesLockfile()) await install()
      if (matchesLockfile()) writeFileSync(installStamp, fingerprintInstall())
    }
    if (!isGenerated()) await generate()
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}
