import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'stepmark-run-child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const module = join(import.meta.dirname, 'run-child.mjs')

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function waitFor(condition: () => boolean): Promise<boolean> {
  for (let i = 0; i < 100; i++) {
    if (condition()) return true
    await sleep(50)
  }
  return false
}

/**
 * Starts a shell, which starts a runner (as `npm run` does), which starts a program that never ends.
 * Returns the shell and the process id of the program.
 */
async function startShell(name: string, endsWithParent: boolean) {
  const file = join(folder, `${name}.pid`)
  const endlessProgram = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
  const runner = join(folder, `${name}.mjs`)
  writeFileSync(
    runner,
    `import { runChildProcess } from ${JSON.stringify(module)}
await runChildProcess(process.execPath, ['-e', ${JSON.stringify(endlessProgram)}], { stdio: 'ignore' }, { endsWithParent: ${endsWithParent} })`,
  )
  const shell = spawn('/bin/sh', ['-c', '"$1" "$2"; true', 'sh', process.execPath, runner], {
    stdio: 'ignore',
  })
  const hasWrittenPid = () => existsSync(file) && readFileSync(file, 'utf8') !== ''
  expect(await waitFor(hasWrittenPid)).toBe(true)
  return { shell, pid: Number(readFileSync(file, 'utf8')) }
}

test('with endsWithParent, a child program ends when the shell that started it is killed', async () => {
  const { shell, pid } = await startShell('npm', true)
  expect(isAlive(pid)).toBe(true)
  shell.kill('SIGTERM')
  expect(await waitFor(() => !isAlive(pid))).toBe(true)
})

test('a program started without endsWithParent keeps running after its shell is killed', async () => {
  const { shell, pid } = await startShell('person', false)
  shell.kill('SIGTERM')
  await sleep(1_500)
  expect(isAlive(pid)).toBe(true)
  process.kill(pid)
  expect(await waitFor(() => !isAlive(pid))).toBe(true)
})
