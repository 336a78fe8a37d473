import { ChoiceList } from '@/components/ui/choice-list'
import { formatNoun } from '@/lib/platform/format'
import type { ImportOptions, ImportReply } from './import-reply'

/** What becomes of labels that come along; not asked where none do. */
export function LabelsChoice({
  reply,
  value,
  change,
}: {
  reply: ImportReply
  value: ImportOptions['labels']
  change: (changed: { labels: ImportOptions['labels'] }) => void
}) {
  const { annotations, gold } = reply
  if (annotations + gold === 0 && value === 'keep') return null
  return (
    <ChoiceList
      legend="Labels that come with the data"
      name="labels"
      value={value}
      onChange={(labels) => change({ labels })}
      choices={[
        {
          value: 'keep',
          label:
            annotations > 1
              ? `Keep all ${formatNoun(annotations, 'annotation')}`
              : annotations === 1
                ? 'Keep the one annotation'
                : 'Keep them',
          hint: 'Their solutions do not go into the queue: they are labelled.',
        },
        {
          value: 'gold',
          label: 'Take them as gold',
          hint: 'As known answers, to check people by. Their solutions are not labelled as work; labels of the same solutions that are here already stay out of releases unless gold is asked for.',
        },
        {
          value: 'leave-out',
          label: 'Leave them out',
          hint: 'Their solutions are labelled here.',
        },
      ]}
    />
  )
}
