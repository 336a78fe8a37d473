import {
  describeAnnotationEnd,
  getColumnTitle,
  reviewStateLabels,
} from '@/components/reviews/describe-review'
import type { ComparedAnnotation } from '@/components/reviews/review'
import { Icon } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { Menu, MenuRadioGroup } from '@/components/ui/menu'
import type { AdjudicationEditor } from './use-adjudication'

/** The annotator and result of each column. On a phone, sticky on its own; otherwise together with the problem. */
export function AdjudicationColumnHeads({ editor }: { editor: AdjudicationEditor }) {
  const { comparison, columns } = editor
  if (columns.length === 0) return null
  return (
    <div className="border-b border-line bg-paper max-desk:sticky max-desk:top-head max-desk:z-20">
      <div className="sheet-wide sheet-row py-2">
        <p className="pl-1.5 text-ink-3 max-desk:hidden">Adjudication</p>
        {columns.map((id, index) => {
          const annotation = comparison.annotations.find((each) => each.annotation === id)
          return (
            annotation && (
              <div
                key={id}
                className={joinClasses(
                  'min-w-0 pl-3 wrap-anywhere max-desk:pr-3 max-desk:pl-0',
                  index === 0 ? 'col-first' : 'col-second',
                )}
              >
                <ColumnName
                  annotation={annotation}
                  annotations={comparison.annotations}
                  onChoose={(newAnnotation) =>
                    editor.showColumn(index === 0 ? 0 : 1, newAnnotation)
                  }
                />{' '}
                <span className="text-ink-3">{describeColumn(annotation)}</span>
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

/** A menu to choose the annotation if there are more than two. */
function ColumnName({
  annotation,
  annotations,
  onChoose,
}: {
  annotation: ComparedAnnotation
  annotations: readonly ComparedAnnotation[]
  onChoose: (annotation: string) => void
}) {
  const name = getColumnTitle(annotation)
  if (annotations.length <= 2) return <b>{name}</b>
  return (
    <Menu
      label={`Annotation in this column: ${name}`}
      trigger={
        <>
          {name}
          <Icon name="chevron" className="size-4" />
        </>
      }
      triggerClassName="inline-flex items-center gap-1 rounded-control font-strong hover:bg-wash"
    >
      <MenuRadioGroup
        label="Annotation"
        value={annotation.annotation}
        onChange={onChoose}
        choices={annotations.map((each) => ({
          value: each.annotation,
          label: `${getColumnTitle(each)}, ${describeColumn(each)}`,
        }))}
      />
    </Menu>
  )
}

function describeColumn(annotation: ComparedAnnotation): string {
  const { isOwn, isImported, isCompared, state } = annotation
  return [
    describeAnnotationEnd(annotation),
    isOwn && 'your own',
    isImported && 'imported',
    state !== null && state !== 'submitted' && state !== 'adjudicated' && reviewStateLabels[state],
    !isCompared && 'not compared',
  ]
    .filter((part) => part !== false)
    .join(', ')
}
