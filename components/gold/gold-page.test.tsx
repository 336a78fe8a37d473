import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GoldPage } from './gold-page'

function renderEmptyPage(props: { hasPreviousPage: boolean; search?: string }): string {
  const { hasPreviousPage, search } = props
  const page = (
    <GoldPage
      slug="maths"
      list={{ gold: [], count: 0, next: null }}
      filter={search === undefined ? {} : { search }}
      hasPreviousPage={hasPreviousPage}
      isAdmin={false}
    />
  )
  return renderToStaticMarkup(page)
}

test('an empty page after the first says “No more gold”, and leads back to the first', () => {
  const markup = renderEmptyPage({ hasPreviousPage: true })
  expect(markup).toContain('No more gold.')
  expect(markup).toContain('First page')
})

test('an empty first page says why, instead', () => {
  expect(renderEmptyPage({ hasPreviousPage: false })).toContain('Gold (known answers) appears here')
  const filteredMarkup = renderEmptyPage({ hasPreviousPage: false, search: 'x' })
  expect(filteredMarkup).toContain('No gold matches these filters.')
  expect(filteredMarkup).not.toContain('First page')
})
