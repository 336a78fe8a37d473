import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { ImportOptions, ImportReply } from './import-reply'

type ImportCounts = Pick<
  ImportReply,
  'solutions' | 'problems' | 'queued' | 'unservable' | 'waitsForRound' | 'annotations' | 'gold'
>

/** What an import adds, and which new solutions it does not queue. */
export function describeImportEffect(
  counts: ImportCounts,
  labels: ImportOptions['labels'],
): string {
  const { solutions, problems, annotations, gold } = counts
  const addedText = `Adds ${formatQuantity(solutions, 'solution')} and ${formatQuantity(problems, 'problem')}`
  if (labels === 'gold' && gold > 0)
    return `${addedText}; ${formatQuantity(gold, 'becomes gold and takes', 'become gold and take')} no place in the queue.`
  if (annotations > 0)
    return `${addedText}; ${formatQuantity(annotations, 'annotation')}. Labelled solutions are not queued.`
  return `${addedText}; ${describeQueued(counts)}.`
}

function describeQueued({ solutions, queued, unservable, waitsForRound }: ImportCounts): string {
  if (queued === 0 && waitsForRound) return 'they will wait for the next round'
  const queuedText = `${queued === 0 ? 'none' : formatCount(queued)} will be queued`
  const sameStepsCount = solutions - queued - unservable
  return sameStepsCount > 0
    ? `${queuedText}; ${formatQuantity(sameStepsCount, 'has', 'have')} the same steps as another solution to the problem`
    : queuedText
}
