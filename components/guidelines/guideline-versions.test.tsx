import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type GuidelinePageQuery, guidelineVersionsPageSize } from './guideline'
import { GuidelineVersions } from './guideline-versions'

const render = (latest: number, query: GuidelinePageQuery = {}) => {
  const versions = Array.from(
    { length: Math.min(latest, guidelineVersionsPageSize + 1) },
    (_, index) => ({
      version: latest - index,
      summary: '',
      publishedAt: '2026-03-04T00:00:00Z',
      publishedBy: 'Rui',
    }),
  )
  return renderToStaticMarkup(
    <GuidelineVersions slug="p" versions={versions} query={query} displayedVersion={60} />,
  ).replaceAll('&amp;', '&')
}

test('a long list of guideline versions links to older ones and back, and keeps the displayed version', () => {
  const latestPage = render(60, { version: 60, since: 59 })
  expect(latestPage).toContain(
    'href="/projects/p/guideline?version=60&since=59&before=11#versions"',
  )
  expect(latestPage).toContain('href="/projects/p/guideline?version=11&since=10"')
  expect(latestPage).not.toContain('>Version 10<')
  expect(latestPage).not.toContain('>Newest<')
  const lastPage = render(10, { version: 60, before: 11 })
  expect(lastPage).toContain('href="/projects/p/guideline?version=60#versions"')
  expect(lastPage).toContain('href="/projects/p/guideline?version=9&since=8&before=11"')
  expect(lastPage).not.toContain('>Older<')
})

test('a short list of guideline versions has no links to other pages', () => {
  expect(render(50)).not.toMatch(/>(Older|Newest)</)
})
