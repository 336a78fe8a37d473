import { expect, test } from 'vitest'
import { withQuery } from './with-query'

test('parameters without a value are omitted, and others are encoded in their order', () => {
  expect(withQuery('/list', { after: undefined, search: '' })).toBe('/list')
  expect(withQuery('/list', { search: 'a&b ?', after: undefined, page: '2' })).toBe(
    '/list?search=a%26b+%3F&page=2',
  )
})
