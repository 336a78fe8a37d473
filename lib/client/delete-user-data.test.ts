import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countGuidelineDrafts, readGuidelineDraft, storeGuidelineDraft } from './guideline-draft'
import { rememberUploadFile } from './stored-uploads'
import { deleteStoredDataExcept } from './stored-user-data'
import { createFakeStorage } from './testing/fake-storage'
import {
  deleteTabStorage,
  setTextOwner,
  storeUnfinishedText,
  readUnfinishedText,
} from './unfinished-text'

const draft = { text: '# Rules', summary: '', basedOn: 1 }

beforeEach(() => {
  vi.stubGlobal('localStorage', createFakeStorage())
  vi.stubGlobal('sessionStorage', createFakeStorage())
  storeGuidelineDraft('a', 'me', draft)
  storeGuidelineDraft('a', 'other', draft)
  rememberUploadFile('i', 'data', new File(['x'], 'patients.jsonl'))
  localStorage.setItem('stepmark.of-a-later-version', '{}')
  localStorage.setItem('of-another-program', '1')
  setTextOwner('other')
  storeUnfinishedText('annotation/a/1/note', 'what I think')
  sessionStorage.setItem('stepmark:link:reset', 'secret')
})

afterEach(() => vi.unstubAllGlobals())

describe('the stored data in this browser', () => {
  test('is deleted after signing out', async () => {
    expect(countGuidelineDrafts()).toBe(2)
    await deleteStoredDataExcept(null)
    deleteTabStorage()
    expect(Object.keys(localStorage)).toEqual(['of-another-program'])
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(countGuidelineDrafts()).toBe(0)
  })

  test('is deleted at sign-in if it belongs to another user, except an opened reset link and running uploads', async () => {
    await deleteStoredDataExcept('me')
    setTextOwner('me')
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'of-another-program',
      'stepmark.of-a-later-version',
      'stepmark.upload.i',
      'stepmark:guideline:a:me',
    ])
    expect(readGuidelineDraft('a', 'me')).toEqual(draft)
    expect(readUnfinishedText('annotation/a/1/note')).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual(['stepmark:link:reset'])
  })

  test('stays at sign-in after an expired session if the texts belong to the same user', () => {
    setTextOwner('other')
    expect(readUnfinishedText('annotation/a/1/note')).toBe('what I think')
  })
})
