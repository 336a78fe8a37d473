import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeScratchFolder } from './scratch-folder'

const bytesPerGiB = 1024 ** 3
const smallGiB = 0.01
const isRoot = process.getuid?.() === 0

let folder: string
let parents: { memory: string; disk: string }

const setAvailableGiB = (gibibytes: number) =>
  vi.spyOn(process, 'availableMemory').mockReturnValue(gibibytes * bytesPerGiB)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepmark-scratch-'))
  parents = { memory: join(folder, 'memory'), disk: join(folder, 'disk') }
  for (const parent of Object.values(parents)) mkdirSync(parent)
  setAvailableGiB(64)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** The leftovers of a killed run in `parent`. */
function makeLeftover(parent: string): string {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const ownFolder = makeScratchFolder(smallGiB, { memory: parent, disk: parent })
  const leftover = ownFolder.replace(`-${process.pid}-`, `-${pid}-`)
  renameSync(ownFolder, leftover)
  writeFileSync(join(leftover, 'file'), '')
  return leftover
}

test('the scratch folder is in memory if that leaves 4 GiB for processes, and on disk if not', () => {
  setAvailableGiB(4.1)
  expect(dirname(makeScratchFolder(smallGiB, parents))).toBe(parents.memory)
  setAvailableGiB(4)
  expect(dirname(makeScratchFolder(smallGiB, parents))).toBe(parents.disk)
  setAvailableGiB(1e9)
  expect(dirname(makeScratchFolder(1e8, parents))).toBe(parents.disk)
})

test('the scratch folder is on disk if there is no folder in memory', () => {
  rmSync(parents.memory, { recursive: true })
  expect(dirname(makeScratchFolder(smallGiB, parents))).toBe(parents.disk)
})

test('scratch folders of killed test runs are removed, and no other folders', () => {
  const leftovers = [makeLeftover(parents.memory), makeLeftover(parents.disk)]
  const unrelatedFolder = join(parents.disk, 'stepmark-tests-notes')
  mkdirSync(unrelatedFolder)
  const runningFolder = makeScratchFolder(smallGiB, parents)
  expect(leftovers.filter((path) => existsSync(path))).toEqual([])
  makeScratchFolder(smallGiB, parents)
  expect([unrelatedFolder, runningFolder].filter((path) => !existsSync(path))).toEqual([])
})

test('the scratch folder of a test run in another container is removed only after a day', () => {
  const name = basename(makeLeftover(parents.memory))
  const foreignFolder = join(parents.memory, name.replace(/tests-\d+/, 'tests-1'))
  renameSync(join(parents.memory, name), foreignFolder)
  makeScratchFolder(smallGiB, parents)
  expect(existsSync(foreignFolder)).toBe(true)
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
  utimesSync(foreignFolder, twoDaysAgo, twoDaysAgo)
  makeScratchFolder(smallGiB, parents)
  expect(existsSync(foreignFolder)).toBe(false)
})

test.skipIf(isRoot)(
  'a leftover scratch folder that cannot be removed for lack of permission is ignored',
  () => {
    const leftover = makeLeftover(parents.memory)
    chmodSync(leftover, 0o500)
    const scratch = makeScratchFolder(smallGiB, parents)
    expect([leftover, scratch].filter((path) => !existsSync(path))).toEqual([])
    chmodSync(leftover, 0o700)
  },
)
