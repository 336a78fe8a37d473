// Runs one task of the project: node scripts/run.mjs <task> [arguments]. Installs and generates
// what is missing first. Plain JavaScript for Node 20.19 and newer. Prints to standard error only,
// because standard output belongs to the task.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  findNode,
  installAndGenerate,
  printMessage,
  repositoryRoot,
  SetupError,
} from './prepare.mjs'
import { runChildProcess } from './run-child.mjs'

/** @type {Record<string, string>} */
const tasks = {
  demo: 'scripts/demo.ts',
  dev: 'scripts/dev.ts',
  package: 'scripts/package.ts',
  test: 'scripts/test.ts',
  stepmark: 'cli/main.ts',
  bench: 'scripts/bench.ts',
  mutations: 'scripts/mutations.ts',
  schemathesis: 'scripts/schemathesis.ts',
  screenshots: 'scripts/screenshots.ts',
}

/** @param {string} task @param {string[]} args */
const run = async (task, args) => {
  // npm runs scripts in the repository, but file names on the command line are relative to the
  // user's folder.
  const isNpm = process.env.npm_lifecycle_event === task
  const userFolder = isNpm ? (process.env.INIT_CWD ?? repositoryRoot) : process.cwd()
  const loader = pathToFileURL(join(repositoryRoot, 'scripts', 'loader.mjs')).href
  const { code, output } = await runChildProcess(
    findNode(),
    ['--import', loader, join(repositoryRoot, tasks[task]), ...args],
    {
      cwd: task === 'stepmark' ? userFolder : repositoryRoot,
      env: {
        ...process.env,
        INIT_CWD: userFolder,
        TSX_TSCONFIG_PATH: join(repositoryRoot, 'tsconfig.json'),
      },
      stdio: 'inherit',
    },
    { endsWithParent: isNpm },
  )
  if (output) printMessage(output)
  process.exitCode = code
}

const [task = '', ...args] = process.argv.slice(2)
try {
  if (!Object.hasOwn(tasks, task))
    throw new SetupError(`Unknown task "${task}". Tasks: ${Object.keys(tasks).join(', ')}.`)
  await installAndGenerate()
  await run(task, args)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  printMessage(error.message)
  process.exitCode = task in tasks ? 1 : 2
}
