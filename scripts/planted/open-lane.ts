import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopWithParent } from '@/lib/platform/server/watch-parent'
import { copyTree } from './copy-tree'
import { type RunReport, writeNamePattern } from './judge-bug'
import type { PlantedBug } from './planted-bug'

/** A copy of the sources, and Vitest in it. */
export interface Lane {
  root: string
  /** Runs the tests of these bugs. `changed`: the file that one of them is in at the moment. */
  runTests(bugs: readonly PlantedBug[], changed: string | null): Promise<RunReport>
  close(): Promise<void>
}

const program = join(repositoryRoot, 'scripts', 'planted', 'lane.mjs')

export function openLane(root: string): Lane {
  copyTree(root)
  let child: ChildProcess | null = null
  const begin = () => {
    // Each bug is caught by its test as `npm test` runs it: the whole sizes are for what was not thought of.
    const { STEPMARK_FULL: _, STEPMARK_TEST_FIGURES: __, ...env } = process.env
    const begun = fork(program, {
      ...{ cwd: root, env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    })
    stopWithParent(begun, 'TERM')
    return begun
  }
  const close = async () => {
    const ended = child
    child = null
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
    const exit = once(ended, 'exit')
    if (ended.connected) ended.disconnect()
    await exit
  }
  const ask = async (asked: object): Promise<RunReport> => {
    const asker = (child ??= begin())
    asker.send(asked)
    const over = new AbortController()
    const { signal } = over
    const report = await Promise.race([
      once(asker, 'message', { signal }).then(([message]) => message as RunReport),
      once(asker, 'exit', { signal }).then(() => null),
    ]).finally(() => over.abort())
    if (report === null) child = null
    return report ?? { tests: [], trouble: 'Vitest ended by itself' }
  }
  return {
    root,
    runTests: async (bugs, changed) => {
      const files = [...new Set(bugs.map(({ test }) => test.file))]
      const pattern = bugs.map((bug) => `(?:${writeNamePattern(bug)})`).join('|')
      // The database of the tests is made of the migrations when Vitest begins, once in a process.
      const isOfDatabase = changed?.startsWith('prisma/') ?? false
      if (isOfDatabase) await close()
      const report = await ask({ files, pattern, changed })
      if (isOfDatabase) await close()
      return report
    },
    close,
  }
}
