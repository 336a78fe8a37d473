import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  findBaseCommit,
  listChangedFiles,
  readWorkTreeState,
  recordPassedCommit,
  resolveCommit,
} from './changes'

let folder: string
/** Ignore the settings of the user who runs the tests and the variables of a hook. */
const env: NodeJS.ProcessEnv = {
  NODE_ENV: 'test',
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
}
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim()
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

function commit(name: string): string {
  write(name, name)
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', name)
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepmark-changes-'))
  git('init', '-q', '-b', 'main')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('findBaseCommit returns the newest commit that passed the tests, here or on origin/main', () => {
  const first = commit('first')
  expect(findBaseCommit(folder)).toBeNull()
  recordPassedCommit(readWorkTreeState(folder), folder)
  const second = commit('second')
  expect(findBaseCommit(folder)).toBe(first)
  git('update-ref', 'refs/remotes/origin/main', second)
  commit('third')
  expect(findBaseCommit(folder)).toBe(second)
})

test('recordPassedCommit records a commit only if its files did not change before or during the tests', () => {
  commit('first')
  const stateBefore = readWorkTreeState(folder)
  write('first', 'edited during the run')
  expect(recordPassedCommit(stateBefore, folder)).toBe('files were uncommitted or untracked')
  git('checkout', '-q', 'first')
  write('untracked', '')
  expect(recordPassedCommit(readWorkTreeState(folder), folder)).toBe(
    'files were uncommitted or untracked',
  )
  commit('second')
  expect(recordPassedCommit(stateBefore, folder)).toBe(
    'another commit was checked out during the run',
  )
  expect(findBaseCommit(folder)).toBeNull()
})

test('listChangedFiles lists committed, uncommitted, new, moved and deleted files, but no ignored ones', () => {
  write('.gitignore', 'ignored\n')
  for (const name of ['same', 'edited', 'moved', 'deleted']) write(name, name)
  const base = commit('base')
  commit('committed')
  write('edited', 'otherwise')
  write('untracked', '')
  write('ignored', '')
  renameSync(join(folder, 'moved'), join(folder, 'renamed'))
  rmSync(join(folder, 'deleted'))
  expect(listChangedFiles(base, folder)).toEqual(
    ['committed', 'deleted', 'edited', 'moved', 'renamed', 'untracked'].sort(),
  )
})

test('changed files are compared with the last commit that passed, even if it is not an ancestor of HEAD', () => {
  commit('first')
  git('checkout', '-q', '-b', 'other')
  const passed = commit('passed')
  recordPassedCommit(readWorkTreeState(folder), folder)
  git('checkout', '-q', 'main')
  commit('second')
  expect(findBaseCommit(folder)).toBe(passed)
  expect(listChangedFiles(passed, folder)).toEqual(['passed', 'second'])
})

test('listChangedFiles returns unquoted paths relative to the folder, and nothing outside it', () => {
  const base = commit('first')
  mkdirSync(join(folder, 'inner'))
  for (const name of ['inner/größe.md', 'inner/new.md', 'outer.md']) write(name, '')
  git('add', 'inner/größe.md')
  expect(listChangedFiles(base, join(folder, 'inner'))).toEqual(['größe.md', 'new.md'])
})

test('listChangedFiles throws if git cannot compare', () => {
  commit('first')
  expect(() => listChangedFiles('0'.repeat(40), folder)).toThrow('git diff')
})

test('git runs in the repository of the given folder, even if a git hook sets GIT_DIR', () => {
  const head = commit('first')
  vi.stubEnv('GIT_DIR', join(folder, 'missing'))
  vi.stubEnv('GIT_INDEX_FILE', join(folder, 'missing'))
  recordPassedCommit(readWorkTreeState(folder), folder)
  vi.unstubAllEnvs()
  expect(findBaseCommit(folder)).toBe(head)
  expect(git('rev-parse', 'refs/stepmark/tests-passed')).toBe(head)
})

test('resolveCommit resolves names of commits, and returns null for anything else', () => {
  const head = commit('first')
  expect(resolveCommit('main', folder)).toBe(head)
  expect(resolveCommit('--all', folder)).toBeNull()
  expect(resolveCommit('missing', folder)).toBeNull()
})
