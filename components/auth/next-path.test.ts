import { describe, expect, it } from 'vitest'
import { readNextPath } from './next-path'

describe('readNextPath', () => {
  it.each(['/', '/projects/algebra/label', '/projects/algebra?round=7#step-3'])(
    'returns the requested page %s',
    (path) => {
      expect(readNextPath(path)).toBe(path)
    },
  )

  it.each([
    undefined,
    '',
    ['/a', '/b'],
    'projects/algebra',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\n\\evil.example',
    '/sign-in?next=/sign-in',
  ])('returns the project list for %j, which is missing, unsafe or the sign-in page', (value) => {
    expect(readNextPath(value)).toBe('/')
  })
})
