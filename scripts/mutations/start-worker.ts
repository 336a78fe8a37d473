import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { copySourceTree } from './copy-tree'
import { buildTestNamePattern, type MutationTestReport } from './judge-mutation'
import type { Mutation } from './mutation'

/** A copy of the sources with Vitest running in it. */
export interface MutationWorker {
  root: string
  /** Runs the tests of these mutations. `mutatedFile`: the file of the mutation that is applied, if any. */
  runTests(mutations: readonly Mutation[], mutatedFile: string | null): Promise<MutationTestReport>
  stop(): Promise<void>
}

const program = join(repositoryRoot, 'scripts', 'mutations', 'vitest-worker.mjs')

export function startMutationWorker(root: string): MutationWorker {
  copySourceTree(root)
  let child: ChildProcess | null = null
  const start = () => {
    // `npm test` must kill every mutation, so the tests run at its sizes.
    const { STEPMARK_FULL: _, STEPMARK_TEST_FIGURES: __, ...env } = process.env
    const vitest = fork(program, {
      cwd: root,
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    stopChildWithParent(vitest, 'TERM')
    return vitest
  }
  const stop = async () => {
    const stoppedChild = child
    child = null
    if (!stoppedChild || stoppedChild.exitCode !== null || stoppedChild.signalCode !== null) return
    const exit = once(stoppedChild, 'exit')
    if (stoppedChild.connected) stoppedChild.disconnect()
    await exit
  }
  const send = async (request: object): Promise<MutationTestReport> => {
    const receiver = (child ??= start())
    receiver.send(request)
    const abortController = new AbortController()
    const { signal } = abortController
    const report = await Promise.race([
      once(receiver, 'message', { signal }).then(([message]) => message as MutationTestReport),
      once(receiver, 'exit', { signal }).then(() => null),
    ]).finally(() => abortController.abort())
    if (report === null) child = null
    return report ?? { tests: [], error: 'Vitest exited unexpectedly' }
  }
  return {
    root,
    runTests: async (mutations, mutatedFile) => {
      const files = [...new Set(mutations.map(({ test }) => test.file))]
      const pattern = mutations.map((mutation) => `(?:${buildTestNamePattern(mutation)})`).join('|')
      return send({ files, pattern, mutatedFile })
    },
    stop,
  }
}
