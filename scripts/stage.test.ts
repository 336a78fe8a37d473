import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runStage } from './stage'
import { readVitestReport } from './test-results'

const folder = mkdtempSync(join(tmpdir(), 'stepmark-stage-'))
const path = join(folder, 'report.json')
const options = { isLive: false, signal: new AbortController().signal }
const node = (program: string) => [process.execPath, '-e', program]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('runStage', () => {
  it('stops at the first program that fails, and returns the output up to then', async () => {
    const commands = [
      node('console.log(1)'),
      node('console.error(2); process.exit(3)'),
      node('console.log(4)'),
    ]
    const { isOk, output, counts } = await runStage({ name: 'three', commands }, options)
    expect({ isOk, output, counts }).toEqual({
      isOk: false,
      output: '1\n2\n',
      counts: null,
    })
  })

  it('returns no test counts for a stage without tests that passes', async () => {
    const result = await runStage({ name: 'quiet', commands: [node('')] }, options)
    expect(result).toMatchObject({ isOk: true, counts: null, output: '' })
  })

  it('counts one failure if a program dies before it writes its report', async () => {
    const report = { path: join(folder, 'absent.json'), read: readVitestReport }
    const commands = [node('process.kill(process.pid, "SIGKILL")')]
    const result = await runStage({ name: 'dead', commands, report }, options)
    expect(result).toMatchObject({ isOk: false, counts: { passed: 0, failed: 1, skipped: 0 } })
    expect(result.output).toContain('SIGKILL')
  })

  it('stops the running program and starts no other after an interrupt', async () => {
    const controller = new AbortController()
    const stage = {
      name: 'endless',
      commands: [node('setInterval(() => {}, 1000)'), node('console.log(1)')],
    }
    const run = runStage(stage, { ...options, signal: controller.signal })
    await new Promise(setImmediate)
    controller.abort()
    const { isOk, output } = await run
    expect(isOk).toBe(false)
    expect(output).toMatch(/stopped by SIGTERM\.$/)
  })

  it('starts no program after an interrupt during the preparation', async () => {
    const controller = new AbortController()
    const prepare = async () => controller.abort()
    const stage = { name: 'interrupted', prepare, commands: [node('console.log(1)')] }
    const { isOk, output } = await runStage(stage, { ...options, signal: controller.signal })
    expect(isOk).toBe(false)
    expect(output).not.toContain('1')
  })

  it('reads the numbers of passed and failed tests from the report', async () => {
    writeFileSync(path, JSON.stringify({ numPassedTests: 7, numFailedTests: 2 }))
    const report = { path, read: readVitestReport }
    const result = await runStage(
      { name: 'counted', commands: [node('process.exit(1)')], report },
      options,
    )
    expect(result.counts).toMatchObject({ passed: 7, failed: 2, skipped: 0 })
  })

  it('counts one failure if the report is truncated', async () => {
    writeFileSync(path, '{"numPassedTests": 7')
    const report = { path, read: readVitestReport }
    const commands = [node('console.log(1)')]
    const result = await runStage({ name: 'cut off', commands, report }, options)
    expect(result).toMatchObject({ isOk: false, counts: { passed: 0, failed: 1, skipped: 0 } })
    expect(result.output).toContain(`1\nCan't read the test report ${path}.`)
  })

  it('fails with the error message if the preparation throws', async () => {
    const prepare = () => Promise.reject(new Error('no browser'))
    const result = await runStage({ name: 'unprepared', prepare, commands: [node('')] }, options)
    expect(result).toMatchObject({ isOk: false, output: 'no browser' })
  })
})
