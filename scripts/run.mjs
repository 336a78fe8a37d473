// Runs one task of the project: node scripts/run.mjs <task> [arguments]. Installs and generates
// what is missing first. Plain JavaScript for Node 20.19 and newer. Prints to standard error only,
// because standard output belongs to the task.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, prepare, Refusal, root, say } from './prepare.mjs'
import { runChild } from './run-child.mjs'

/** @type {Record<string, string>} */
const tasks = {
  demo: 'scripts/demo.ts',
  dev: 'scripts/dev.ts',
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
  const personsFolder = isNpm ? (process.env.INIT_CWD ?? root) : process.cwd()
  const loader = pathToFileURL(join(root, 'scripts', 'loader.mjs')).href
  const { code, output } = await runChild(
    findNode(),
    ['--import', loader, join(root, tasks[task]), ...args],
    {
      cwd: task === 'stepmark' ? personsFolder : root,
      env: {
        ...process.env,
        INIT_CWD: personsFolder,
        TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'),
      },
      stdio: 'inherit',
    },
    { endsWithParent: isNpm },
  )
  if (output) say(output)
  process.exitCode = code
}

const [task = '', ...args] = process.argv.slice(2)
try {
  if (!Object.hasOwn(tasks, task))
    throw new Refusal(`Tasks: ${Object.keys(tasks).join(', ')}. "${task}" is none of them.`)
  await prepare(task)
  await run(task, args)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say(error.message)
  process.exitCode = task in tasks ? 1 : 2
}
