import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typeScriptLoaderArguments } from '@/lib/platform/server/programs'

const module = join(import.meta.dirname, 'abort-on-signals.ts')

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('on %s, a script can stop its work, and exits with %i', async (name, code) => {
  const program = `
import { abortOnSignals } from ${JSON.stringify(module)}
const timer = setInterval(() => {}, 1000)
abortOnSignals().addEventListener('abort', () => {
  console.log('stopped')
  clearInterval(timer)
})
console.log('started')`
  const child = spawn(
    process.execPath,
    [...typeScriptLoaderArguments, '--input-type=module', '-e', program],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child.stdout, 'data')
  child.kill(name)
  expect(await once(child, 'close')).toEqual([code, null])
  expect(output).toBe('started\nstopped\n')
})
