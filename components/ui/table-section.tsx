import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table'
import { SectionHeader } from './section-header'

/** A table below its title. `children` are below the table. */
export function TableSection<Row>({
  id,
  title,
  note,
  sectionClassName,
  children,
  ...tableProps
}: DataTableProps<Row> & {
  /** Id of the title. */
  id: string
  title: string
  /** At the right of the title, such as a count. */
  note?: ReactNode
  sectionClassName?: string
  children?: ReactNode
}) {
  return (
    <section aria-labelledby={id} className={sectionClassName}>
      <SectionHeader id={id} title={title}>
        {note}
      </SectionHeader>
      <DataTable aria-labelledby={id} {...tableProps} />
      {children}
    </section>
  )
}
