import { expect, test } from 'vitest'
import { shortenLineError } from './error-report-writer'

test.each(['k', '\ud83d\ude00'])(
  'the error report shortens a location and reason of 400,000 %j to 500 characters of valid text',
  (part) => {
    const longText = `x${part.repeat(400_000)}`
    const error = { line: 2, offset: 7, location: longText, reason: longText, excerpt: '{}' }
    const { location, reason, ...otherFields } = shortenLineError(error)
    expect(otherFields).toEqual({ line: 2, offset: 7, excerpt: '{}' })
    for (const shortenedText of [location, reason]) {
      expect(shortenedText).toHaveLength(500)
      expect(shortenedText.endsWith('…') && shortenedText.isWellFormed()).toBe(true)
    }
    expect(shortenLineError({ ...error, location: 'a', reason: 'b' })).toMatchObject({
      location: 'a',
      reason: 'b',
    })
  },
)
