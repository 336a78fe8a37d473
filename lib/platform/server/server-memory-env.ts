import { setFlagsFromString } from 'node:v8'

/**
 * In MiB. The smaller the limit of the old generation, the less garbage V8 keeps before it collects. The limit would
 * override those of threads: see `letThreadsLimitTheirHeaps`.
 */
const nodeOptions = ['--max-semi-space-size=8', '--max-old-space-size=1024']

/**
 * `--max-old-space-size` limits the heaps of this process and of each thread that starts later, whatever the thread's own
 * limit is. Called at the start of a web server; the heap of its main thread remains limited.
 */
export const letThreadsLimitTheirHeaps = () => setFlagsFromString('--max-old-space-size=0')

/**
 * Environment of a web server's process that keeps its memory low (docs/decisions/055-memory-of-the-web-server.md). Settings of
 * the operator take precedence.
 */
export function makeServerMemoryEnv(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    // One heap for all threads, and freed memory is returned at once. glibc only.
    MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '1',
    MALLOC_TRIM_THRESHOLD_: env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
    // Of two equal options, Node takes the last.
    NODE_OPTIONS: [...nodeOptions, env.NODE_OPTIONS ?? ''].join(' ').trim(),
  }
}
