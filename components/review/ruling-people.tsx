import { Menu, MenuChoice } from '@/components/ui/menu'
import { classes } from '@/components/ui/classes'
import { Icon } from '@/components/ui/icon'
import { describeComparison, describeEnd, nameColumn, stateWords } from './describe-review'
import type { ComparedAnnotation } from './review'
import type { RulingBoard } from './use-ruling'

/** Over the steps: where they part in a sentence, and over each column whose it is and how it ended. */
export function RulingPeople({ board }: { board: RulingBoard }) {
  const { given, columns } = board
  return (
    <div className="sheet-row pt-4">
      <p className="pl-1.5 text-ink-3 max-desk:hidden">Adjudication</p>
      <p className="col-ruled text-ink-2 max-desk:col-span-full max-desk:pb-2">
        {describeComparison(given)}
        {given.annotations.some(({ isOwn }) => isOwn) && (
          <b> One of these annotations is your own: you rule on yourself.</b>
        )}
        {given.refusal !== null && <b> {given.refusal}</b>}
      </p>
      {columns.map((id, place) => {
        const annotation = given.annotations.find((each) => each.annotation === id)
        return (
          annotation && (
            <div
              key={id}
              className={classes(
                'min-w-0 pl-3 wrap-anywhere max-desk:pr-3 max-desk:pl-0',
                place === 0 ? 'col-first' : 'col-second',
              )}
            >
              <ColumnName
                annotation={annotation}
                others={given.annotations}
                onChoose={(chosen) => board.showColumn(place === 0 ? 0 : 1, chosen)}
              />{' '}
              <span className="text-ink-3">{describeColumn(annotation)}</span>
            </div>
          )
        )
      })}
    </div>
  )
}

/** Where there are more than two, each column can show another. */
function ColumnName({
  annotation,
  others,
  onChoose,
}: {
  annotation: ComparedAnnotation
  others: readonly ComparedAnnotation[]
  onChoose: (annotation: string) => void
}) {
  const name = nameColumn(annotation)
  if (others.length <= 2) return <b>{name}</b>
  return (
    <Menu
      label={`Shown in this column: ${name}`}
      trigger={
        <>
          {name}
          <Icon name="chevron" className="size-4" />
        </>
      }
      triggerClassName="inline-flex items-center gap-1 rounded-control font-strong hover:bg-wash"
    >
      <MenuChoice
        label="Annotation"
        value={annotation.annotation}
        onChange={onChoose}
        choices={others.map((each) => ({
          value: each.annotation,
          label: `${nameColumn(each)}, ${describeColumn(each)}`,
        }))}
      />
    </Menu>
  )
}

function describeColumn(annotation: ComparedAnnotation): string {
  const { isOwn, isImported, isCompared, state } = annotation
  return [
    describeEnd(annotation),
    isOwn && 'your own',
    isImported && 'came with data',
    state !== null && state !== 'submitted' && state !== 'adjudicated' && stateWords[state],
    !isCompared && 'not compared',
  ]
    .filter((words) => words !== false)
    .join(', ')
}
