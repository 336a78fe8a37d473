import { expect, test } from 'vitest'
import { Link } from './link'

test('Link prefetches its page only if `prefetch` is set', () => {
  expect(Link({ href: '/' }).props).toMatchObject({ href: '/', prefetch: false })
  expect(Link({ href: '/', prefetch: true }).props).toMatchObject({ prefetch: true })
})
