import type { ReactNode } from 'react'

/** The numbers of a figure as a table for screen readers. The first cell of a row is its header. */
export function FigureTable({
  caption,
  headers = [],
  rows,
}: {
  caption: string
  headers?: readonly ReactNode[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    // sr-only is on a wrapper, because a table can’t be narrower than its text.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        {headers.length > 0 && (
          <thead>
            <tr>
              {headers.map((header, column) => (
                <th key={column} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
