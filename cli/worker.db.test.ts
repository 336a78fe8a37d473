import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enqueue } from '@/lib/jobs/server/enqueue'
import { getDatabase } from '@/lib/platform/server/database'
import { loadTypeScript } from '@/lib/platform/server/loader'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopWithParent } from '@/lib/platform/server/watch-parent'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'

useTestDatabase()

const program = [...loadTypeScript, join(repositoryRoot, 'cli', 'main.ts')]

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a worker does jobs until %s, then ends well',
  async (signal) => {
    await getDatabase().$transaction((db) => enqueue(db, 'sweep-files', {}))
    const child = spawn(process.execPath, [...program, 'worker'], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    stopWithParent(child, 'TERM')
    const said: string[] = []
    createInterface(child.stderr).on('line', (line) => {
      if (!line.startsWith('{')) said.push(line)
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    await vi.waitFor(
      async () => {
        const [row] = await getDatabase().$queryRaw<{ waiting: bigint }[]>`
        select count(*) as waiting from pgboss.job where name = 'sweep-files' and state <> 'completed'`
        expect(row?.waiting).toBe(0n)
        expect(said).toEqual(['Working. Ctrl-C stops.'])
      },
      { timeout: 25_000, interval: 100 },
    )
    child.kill(signal)
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(0)
    expect(output).toBe('')
    expect(said.slice(1)).toEqual([
      'Stopping ...',
      'Stopped. What was not done is done by the next worker.',
    ])
  },
)
