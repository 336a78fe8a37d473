import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DataTable } from './data-table'

const people = [
  { id: 'ana', name: 'Ana', count: 3 },
  { id: 'ben', name: 'Ben', count: 4 },
]

describe('DataTable', () => {
  const markup = (canRemove: boolean) =>
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

  it('renders a header and one row per item, with captions', () => {
    const text = markup(false).replaceAll(/<[^>]+>/g, '|')
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
    expect(markup(false).match(/text-right max-desk:hidden/g)).toHaveLength(3)
  })

  it('marks the selected row', () => {
    expect(markup(false).match(/aria-selected="true"/g)).toHaveLength(1)
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

  it('leaves out a column that is false, and shows a hidden header to screen readers only', () => {
    expect(markup(false)).not.toContain('Remove')
    expect(markup(true)).toContain('<span class="sr-only">Remove</span>')
  })
})
