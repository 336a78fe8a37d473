import { expect, test } from 'vitest'
import { Link } from './link'

test('does not prefetch unless asked to', () => {
  expect(Link({ href: '/' }).props).toMatchObject({ href: '/', prefetch: false })
  expect(Link({ href: '/', prefetch: true }).props).toMatchObject({ prefetch: true })
})
