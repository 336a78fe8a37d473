import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type DataColumn, DataTable } from './data-table'

const people = [
  { id: 'ana', name: 'Ana', count: 3 },
  { id: 'ben', name: 'Ben', count: 4 },
]

describe('DataTable', () => {
  const renderPeople = (canRemove: boolean) =>
    renderToStaticMarkup(
      <DataTable
        aria-label="People"
        rows={people}
        rowKey={({ id }) => id}
        hasLinks
        selectedKey="ben"
        columns={[
          { header: 'Name', render: ({ name }) => name, renderCaption: ({ id }) => `@${id}` },
          { header: 'Count', numeric: true, minScreen: 'desk', render: ({ count }) => count },
          canRemove && { header: 'Remove', isHeaderHidden: true, render: () => 'x' },
        ]}
      />,
    )

  it('renders a header and one row per item, with a caption below the cell’s value', () => {
    const text = renderPeople(false).replaceAll(/<[^>]+>/g, '|')
    expect(text.split('|').filter(Boolean)).toEqual([
      'Name',
      'Count',
      'Ana',
      '@ana',
      '3',
      'Ben',
      '@ben',
      '4',
    ])
  })

  it('aligns numbers to the right and hides columns on narrow screens, in header and cells', () => {
    expect(renderPeople(false).match(/text-right max-desk:hidden/g)).toHaveLength(3)
  })

  it('marks the selected row', () => {
    expect(renderPeople(false).match(/aria-selected="true"/g)).toHaveLength(1)
  })

  it('marks the current row of a table with keyboard navigation', () => {
    const table = renderToStaticMarkup(
      <DataTable
        aria-label="People"
        rows={people}
        rowKey={({ id }) => id}
        navigation={{ currentKey: 'ben', selectRow: () => undefined }}
        columns={[{ header: 'Name', render: ({ name }) => name }]}
      />,
    )
    expect(table.match(/<tr[^>]*aria-current="true"[^>]*>/g)).toEqual([
      expect.stringContaining('id="row-ben"'),
    ])
  })

  it('leaves out a column that is `false`, and shows a hidden header to screen readers only', () => {
    expect(renderPeople(false)).not.toContain('Remove')
    expect(renderPeople(true)).toContain('<span class="sr-only">Remove</span>')
  })

  const columns: readonly DataColumn<(typeof people)[number]>[] = [
    { header: 'Name', sortValue: ({ name }) => name, render: ({ name }) => name },
    { header: 'Count', render: ({ count }) => count },
  ]
  const render = (props: Partial<ComponentProps<typeof DataTable<(typeof people)[number]>>>) =>
    renderToStaticMarkup(
      <DataTable
        {...({ rows: people, rowKey: ({ id }) => id, columns, ...props } as ComponentProps<
          typeof DataTable<(typeof people)[number]>
        >)}
      />,
    )

  it('has a button in the headers of columns with a sort value, except on a page of a longer list', () => {
    expect(render({}).match(/<button/g)).toHaveLength(1)
    expect(render({ isPage: true })).not.toContain('<button')
    expect(render({ isPage: true })).toContain('Ana')
  })

  it('shows the empty text or the status instead of a table without rows', () => {
    const empty = 'People appear here.'
    expect(render({ rows: [], empty })).toMatch(/^<div[^>]*><p[^>]*>People appear here/)
    expect(render({ rows: [], empty, status: { kind: 'loading' } })).toMatch(/^<p role="status"/)
    expect(render({ rows: people, empty })).not.toContain(empty)
  })

  it('keeps the rows while they are loaded again, and after an error', () => {
    expect(render({ status: { kind: 'loading' } })).toMatch(/aria-busy="true".*Ana.*Loading…/)
    const failed = render({ status: { kind: 'error', message: 'Offline.' } })
    expect(failed).toMatch(/Ana.*role="alert".*Offline\./)
    expect(failed).not.toContain('aria-busy')
  })

  it('shows the details below the current row only', () => {
    const navigation = { currentKey: 'ana', selectRow: () => undefined, details: 'About Ana' }
    expect(render({ navigation })).toMatch(
      /id="row-ana".*<tr id="details-ana"[^>]*><td[^>]*colSpan="2"[^>]*>About Ana.*id="row-ben"/,
    )
  })

  it('labels each cell with its header if rows become cards', () => {
    expect(render({ hasCards: true }).match(/data-label="Count"/g)).toHaveLength(2)
    expect(render({})).not.toContain('data-label')
  })
})
