import { Menu, MenuChoice } from '@/components/ui/menu'
import { classes } from '@/components/ui/classes'
import { Icon } from '@/components/ui/icon'
import { describeComparison, describeEnd, nameColumn, stateWords } from './describe-review'
import type { ComparedLabelling } from './review'
import type { RulingBoard } from './use-ruling'

/** Over the steps: where they part in a sentence, and over each column whose it is and how it ended. */
export function RulingPeople({ board }: { board: RulingBoard }) {
  const { given, columns } = board
  return (
    <div className="sheet-row pt-4">
      <p className="pl-1.5 text-ink-3 max-desk:hidden">Adjudication</p>
      <p className="col-ruled text-ink-2 max-desk:col-span-full max-desk:pb-2">
        {describeComparison(given)}
        {given.labellings.some(({ isOwn }) => isOwn) && (
          <b> One of these labellings is your own: you rule on yourself.</b>
        )}
        {given.refusal !== null && <b> {given.refusal}</b>}
      </p>
      {columns.map((id, place) => {
        const labelling = given.labellings.find((each) => each.labelling === id)
        return (
          labelling && (
            <div
              key={id}
              className={classes(
                'min-w-0 pl-3 wrap-anywhere max-desk:pr-3 max-desk:pl-0',
                place === 0 ? 'col-first' : 'col-second',
              )}
            >
              <ColumnName
                labelling={labelling}
                others={given.labellings}
                onChoose={(chosen) => board.showColumn(place === 0 ? 0 : 1, chosen)}
              />{' '}
              <span className="text-ink-3">{describeColumn(labelling)}</span>
            </div>
          )
        )
      })}
    </div>
  )
}

/** Where there are more than two, each column can show another. */
function ColumnName({
  labelling,
  others,
  onChoose,
}: {
  labelling: ComparedLabelling
  others: readonly ComparedLabelling[]
  onChoose: (labelling: string) => void
}) {
  const name = nameColumn(labelling)
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
        label="Labelling"
        value={labelling.labelling}
        onChange={onChoose}
        choices={others.map((each) => ({
          value: each.labelling,
          label: `${nameColumn(each)}, ${describeColumn(each)}`,
        }))}
      />
    </Menu>
  )
}

function describeColumn(labelling: ComparedLabelling): string {
  const { isOwn, isImported, isCompared, state } = labelling
  return [
    describeEnd(labelling),
    isOwn && 'your own',
    isImported && 'came with data',
    state !== null && state !== 'submitted' && state !== 'adjudicated' && stateWords[state],
    !isCompared && 'not compared',
  ]
    .filter((words) => words !== false)
    .join(', ')
}
