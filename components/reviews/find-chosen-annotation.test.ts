import { describe, expect, test } from 'vitest'
import { findChosenAnnotation } from './find-chosen-annotation'

const [a, b] = [{ annotation: 'a' }, { annotation: 'b' }]

describe('the annotation to return', () => {
  test('is the chosen one', () => {
    expect(findChosenAnnotation([a, b], 'b')).toBe(1)
  })

  test('is the only one without a choice, but none of several', () => {
    expect(findChosenAnnotation([b], null)).toBe(0)
    expect(findChosenAnnotation([a, b], null)).toBeNull()
  })

  test('is not the only one that is left when the chosen one is gone', () => {
    expect(findChosenAnnotation([b], 'a')).toBeNull()
  })
})
