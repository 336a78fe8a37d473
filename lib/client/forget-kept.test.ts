import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetPeople } from './browser-outbox'
import { countGuidelineDrafts, findGuidelineDraft, keepGuidelineDraft } from './guideline-draft'
import { deleteAllText, forgetTab, storeText, readStoredText } from './stored-text'
import { keepUpload } from './kept-uploads'
import { makeStorage } from './testing/fake-storage'

const draft = { text: '# Rules', summary: '', basedOn: 1 }

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  localStorage.setItem('stepmark:work:me:p:s', '{}')
  localStorage.setItem('stepmark:finish:other:p:s', '{}')
  keepGuidelineDraft('a', 'me', draft)
  keepGuidelineDraft('a', 'other', draft)
  keepUpload('i', 'data', new File(['x'], 'patients.jsonl'))
  localStorage.setItem('stepmark.of-a-later-version', '{}')
  localStorage.setItem('of-another-program', '1')
  storeText('lease/note', 'what I think')
  sessionStorage.setItem('stepmark:link:reset', 'secret')
})

afterEach(() => vi.unstubAllGlobals())

describe('what this browser keeps for us', () => {
  test('is all gone after signing out, and what is no part of it stays', async () => {
    expect(countGuidelineDrafts()).toBe(2)
    await forgetPeople(null)
    forgetTab()
    expect(Object.keys(localStorage)).toEqual(['of-another-program'])
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(countGuidelineDrafts()).toBe(0)
  })

  test('goes when somebody else signs in, but for their own, the link that they came by, and files on their way', async () => {
    await forgetPeople('me')
    deleteAllText()
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'of-another-program',
      'stepmark.of-a-later-version',
      'stepmark.upload.i',
      'stepmark:guideline:a:me',
      'stepmark:work:me:p:s',
    ])
    expect(findGuidelineDraft('a', 'me')).toEqual(draft)
    expect(readStoredText('lease/note')).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual(['stepmark:link:reset'])
  })
})
