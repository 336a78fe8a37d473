import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runGit } from '@/scripts/git'
import { findBase, listChanges, rememberPassed, resolveCommit } from './changes'

let folder: string
const git = (...args: string[]) => runGit(args, folder)
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

function commit(name: string): string {
  write(name, name)
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', name)
  return git('rev-parse', 'HEAD')!
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepmark-changes-'))
  git('init', '-q', '-b', 'main')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('takes the newest commit that passed, here or on origin/main', () => {
  const first = commit('first')
  expect(findBase(folder)).toBeNull()
  rememberPassed(first, folder)
  const second = commit('second')
  expect(findBase(folder)).toBe(first)
  git('update-ref', 'refs/remotes/origin/main', second)
  commit('third')
  expect(findBase(folder)).toBe(second)
})

test('lists committed, uncommitted, new, moved and deleted files, but no ignored ones', () => {
  write('.gitignore', 'ignored\n')
  for (const name of ['same', 'edited', 'moved', 'deleted']) write(name, name)
  const base = commit('kept')
  commit('committed')
  write('edited', 'otherwise')
  write('untracked', '')
  write('ignored', '')
  renameSync(join(folder, 'moved'), join(folder, 'renamed'))
  rmSync(join(folder, 'deleted'))
  expect(listChanges(base, folder)).toEqual(
    ['committed', 'deleted', 'edited', 'moved', 'renamed', 'untracked'].sort(),
  )
})

test('resolves what names a commit, and nothing else', () => {
  const head = commit('first')
  expect(resolveCommit('main', folder)).toBe(head)
  expect(resolveCommit('--all', folder)).toBeNull()
  expect(resolveCommit('missing', folder)).toBeNull()
})
