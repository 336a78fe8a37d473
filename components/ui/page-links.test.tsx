import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PageLinks } from './page-links'

describe('PageLinks', () => {
  const render = (page: number, pages: number) =>
    renderToStaticMarkup(
      <PageLinks page={page} pages={pages} hrefOf={(to) => `/list?page=${to}`} />,
    )
  const listTargets = (page: number, pages: number) =>
    [...render(page, pages).matchAll(/page=(\d+)[^>]*>([^<]*)</g)].map(
      ([, target, text]) => `${text}: ${target}`,
    )

  it('links to the first, the previous and the next page', () => {
    expect(listTargets(1, 3)).toEqual(['Next page: 2'])
    expect(listTargets(3, 5)).toEqual(['First page: 1', 'Previous page: 2', 'Next page: 4'])
    expect(listTargets(5, 5)).toEqual(['First page: 1', 'Previous page: 4'])
  })

  it('links to the last page from a page beyond it', () => {
    expect(listTargets(9, 5)).toEqual(['First page: 1', 'Previous page: 5'])
    expect(listTargets(2, 0)).toEqual(['First page: 1', 'Previous page: 1'])
  })

  it('says which page this is, with thousands separators', () => {
    expect(render(1200, 2000).replaceAll(/<[^>]+>/g, ' ')).toContain('Page 1,200 of 2,000')
    expect(render(9, 5)).not.toContain('Page 9')
  })

  it('renders nothing if there is one page', () => {
    expect(render(1, 1)).toBe('')
  })
})
