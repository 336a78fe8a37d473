import { ChoiceList } from '@/components/ui/choice-list'
import { formatQuantity } from '@/lib/platform/format'
import type { ImportOptions, ImportReply } from './import-reply'

/** How to import labels in the file. Hidden if it has none. */
export function ImportLabelsChoice({
  reply,
  value,
  change,
}: {
  reply: ImportReply
  value: ImportOptions['labels']
  change: (changedFields: { labels: ImportOptions['labels'] }) => void
}) {
  const { annotations, gold } = reply
  if (annotations + gold === 0 && value === 'keep') return null
  return (
    <ChoiceList
      legend="Imported labels"
      name="labels"
      value={value}
      onChange={(labels) => change({ labels })}
      choices={[
        {
          value: 'keep',
          label:
            annotations > 1
              ? `Import ${formatQuantity(annotations, 'annotation')}`
              : annotations === 1
                ? 'Import 1 annotation'
                : 'Import as annotations',
          hint: 'Their solutions are not queued.',
        },
        {
          value: 'gold',
          label: 'Make gold (known answers)',
          hint: 'Served unmarked to check quality. Releases exclude gold solutions by default.',
        },
        {
          value: 'drop',
          label: 'Don’t import labels',
          hint: 'Their solutions are queued, now or by the next round.',
        },
      ]}
    />
  )
}
