import { expect, test } from 'vitest'
import { Link } from './link'

test('Link does not prefetch the page unless `prefetch` is set', () => {
  expect(Link({ href: '/' }).props).toMatchObject({ href: '/', prefetch: false })
  expect(Link({ href: '/', prefetch: true }).props).toMatchObject({ prefetch: true })
})
