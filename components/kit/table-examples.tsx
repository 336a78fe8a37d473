'use client'

import { useState } from 'react'
import { KeyboardNavigableTable } from '@/components/shell/keyboard-navigable-table'
import { Button } from '@/components/ui/button'
import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { PageLinks } from '@/components/ui/page-links'
import { RowNumberButton } from '@/components/ui/row-number-button'
import type { RowsStatus } from '@/components/ui/table-status'
import { formatCount } from '@/lib/platform/format'
import { KitExample, KitSection } from './kit-example'

interface Annotator {
  id: string
  name: string
  role: string
  annotations: number | null
  href: string
}

const annotators: readonly Annotator[] = [
  makeAnnotator('ben', 'Ben Okafor', 'annotator', 9),
  makeAnnotator('ada', 'Ada Lindqvist', 'admin', 1_204),
  makeAnnotator('rui', 'Rui Tanaka', 'reviewer', null),
  makeAnnotator('emile', 'Émile Durand', 'annotator', 80),
]

function makeAnnotator(id: string, name: string, role: string, annotations: number | null) {
  return { id, name, role, annotations, href: `/kit?person=${id}` }
}

const columns: readonly DataColumn<Annotator>[] = [
  {
    header: 'Person',
    sortValue: ({ name }) => name,
    render: ({ name, href }) => <Link href={href}>{name}</Link>,
    renderCaption: ({ id }) => `${id}@demo.example`,
  },
  { header: 'Role', sortValue: ({ role }) => role, render: ({ role }) => role },
  {
    header: 'Annotations',
    numeric: true,
    sortValue: ({ annotations }) => annotations,
    render: ({ annotations }) => annotations !== null && formatCount(annotations),
  },
]

const getId = ({ id }: Annotator) => id
const commonProps = { rows: annotators, rowKey: getId, columns }

/** Tables in every state. */
export function TableExamples() {
  return (
    <KitSection id="tables" title="Tables">
      <KitExample name="Sortable">
        <DataTable aria-label="Sortable" {...commonProps} hasLinks selectedKey="ada" />
      </KitExample>
      <KitExample name="Page of a list">
        <DataTable aria-label="Page of a list" {...commonProps} isPage />
        <PageLinks page={2} pages={3} hrefOf={(page) => `/kit?page=${page}`} />
      </KitExample>
      <KitExample name="Row keys">
        <h4 id="row-keys" className="sr-only">
          Row keys
        </h4>
        <KeyboardNavigableTable
          labelId="row-keys"
          rows={annotators}
          rowKey={getId}
          columns={columns.map(({ sortValue: _, ...column }) => column)}
          keys={{ next: 'j', previous: 'k' }}
        >
          <Link href="/kit?page=2">Next page</Link>
        </KeyboardNavigableTable>
      </KitExample>
      <KitExample name="Details of the current row">
        <DetailsExample />
      </KitExample>
      <KitExample name="Cards on a phone">
        <DataTable aria-label="Cards" {...commonProps} hasCards />
      </KitExample>
      <KitExample name="Empty">
        <DataTable
          aria-label="Empty"
          {...commonProps}
          rows={[]}
          empty="Annotators appear here after they accept an invite."
        />
      </KitExample>
      <KitExample name="Loading and error">
        <StatusExample />
      </KitExample>
      <KitExample name="Sticky header">
        <DataTable
          aria-label="Sticky header"
          rows={Array.from({ length: 40 }, (_, index) => index + 1)}
          rowKey={String}
          hasStickyHeader
          columns={[
            { header: 'Step', numeric: true, render: String },
            { header: 'Text', render: (step) => `Step ${step} of the solution` },
          ]}
        />
      </KitExample>
    </KitSection>
  )
}

function DetailsExample() {
  const [currentKey, setCurrentKey] = useState<string | null>('ada')
  return (
    <DataTable
      aria-label="Details"
      rows={annotators}
      rowKey={getId}
      navigation={{
        currentKey,
        selectRow: (key) => setCurrentKey(key === currentKey ? null : key),
        details: 'Details are below their row.',
      }}
      columns={[
        {
          header: 'Person',
          render: ({ id, name }) => (
            <RowNumberButton isCurrent={id === currentKey} aria-expanded={id === currentKey}>
              {name}
            </RowNumberButton>
          ),
        },
        { header: 'Role', render: ({ role }) => role },
      ]}
    />
  )
}

function StatusExample() {
  const [status, setStatus] = useState<RowsStatus>({ kind: 'loading' })
  const error: RowsStatus = {
    kind: 'error',
    message: 'Could not load the annotators.',
    onRetry: () => setStatus({ kind: 'loading' }),
  }
  return (
    <div className="grid gap-6">
      <DataTable aria-label="Status" {...commonProps} status={status} />
      <DataTable aria-label="Status without rows" {...commonProps} rows={[]} status={status} />
      <div>
        <Button onClick={() => setStatus(error)}>Fail to load</Button>
      </div>
    </div>
  )
}
