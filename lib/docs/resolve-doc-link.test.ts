import { expect, test } from 'vitest'
import { makeDocHref, resolveDocLink } from './resolve-doc-link'

const files = new Set([
  'README.md',
  'api.md',
  'guides/README.md',
  'guides/annotate.md',
  'images/a.webp',
  'a.schema.json',
  '../CHANGELOG.md',
])

test.each([
  ['README.md', '/docs'],
  ['a.schema.json', '/docs/a.schema.json'],
  ['../CHANGELOG.md', '/docs/CHANGELOG'],
  ['api.md', '/docs/api'],
  ['guides/README.md', '/docs/guides'],
  ['guides/annotate.md', '/docs/guides/annotate'],
])('the docs page %s is served at %s', (file, href) => {
  expect(makeDocHref(file)).toBe(href)
})

test.each([
  ['api.md', 'guides/annotate.md#keys', '/docs/guides/annotate#keys'],
  ['guides/annotate.md', '../api.md', '/docs/api'],
  ['guides/annotate.md', '../', '/docs'],
  ['api.md', 'guides/', '/docs/guides'],
  ['api.md', '#section', '#section'],
  ['api.md', 'images/a.webp', '/docs/images/a.webp'],
  ['api.md', 'a.schema.json', '/docs/a.schema.json'],
  ['guides/annotate.md', '../../CHANGELOG.md#upgrade', '/docs/CHANGELOG#upgrade'],
  ['../CHANGELOG.md', 'docs/api.md', '/docs/api'],
  ['api.md', 'https://example.org/a', 'https://example.org/a'],
])('a link in the docs page %s is resolved: %s', (from, target, href) => {
  expect(resolveDocLink(from, target, files)).toBe(href)
})

test.each([
  '../README.md',
  '../../etc/passwd',
  'missing.md',
  'javascript:alert(1)',
  '//example.org',
])('the docs link %s is not resolved', (target) => {
  expect(resolveDocLink('api.md', target, files)).toBeNull()
})
